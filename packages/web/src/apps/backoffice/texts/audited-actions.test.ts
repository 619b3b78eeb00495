// Every action that the audit log records has German words: the subject and what was done.
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { expect, it } from 'vitest';
import { keyOf } from '../names.ts';
import { GERMAN } from './de/german.ts';

const SOURCES = import.meta.glob<string>('../../../../../server/src/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const WRITTEN = /action: '([a-z-]+(?:\.[a-z-]+)+)'/g;
/** The declared actions whose subject in the audit log is one record of the resource. */
const SUBJECTS: Readonly<Record<string, string>> = {
  customers: 'customer',
  deposits: 'deposit',
  documents: 'document',
  withdrawals: 'withdrawal',
};

function listActions(): readonly string[] {
  const written = Object.values(SOURCES).flatMap((source) =>
    [...source.matchAll(WRITTEN)].map(([, action = '']) => action),
  );
  const declared = RESOURCES.flatMap(({ shape: { name, actions } }) => {
    const subject = SUBJECTS[name];
    return subject === undefined ? [] : Object.keys(actions).map((one) => `${subject}.${one}`);
  });
  return [...written, ...declared];
}

it('translates every action of the audit log', () => {
  const actions = listActions();
  expect(actions.length).toBeGreaterThan(80);
  const names = actions.flatMap((action) => {
    const [subject = '', ...done] = action.split('.');
    return [keyOf(subject), keyOf(done.join('.'))];
  });
  const missing = new Set(names.filter((name) => !Object.hasOwn(GERMAN.names, name)));
  expect([...missing].toSorted()).toEqual([]);
});
