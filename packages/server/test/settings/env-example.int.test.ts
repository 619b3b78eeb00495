import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings, SETTING_NAMES } from '#settings.ts';

it('describes every setting, name by name, with its default', () => {
  const text = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
  const lines = text.split('\n').flatMap((line) => /^([A-Z_]+)=(.*)$/.exec(line)?.slice(1) ?? []);
  const example = new Map<string, string>();
  for (let at = 0; at < lines.length; at += 2) example.set(lines[at] ?? '', lines[at + 1] ?? '');
  expect([...example.keys()].toSorted()).toEqual([...SETTING_NAMES].toSorted());
  expect(readSettings(Object.fromEntries(example))).toEqual(readSettings({}));
});
