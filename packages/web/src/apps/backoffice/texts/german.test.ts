import { getApprovalRules } from '@halyard/contract/backoffice/approval-rules';
import { getCluster } from '@halyard/contract/backoffice/installation/cluster';
import { TIMELINE_KINDS } from '@halyard/contract/backoffice/customer-page';
import { getDealing, getFeeds } from '@halyard/contract/backoffice/dealing';
import { getComplianceCases } from '@halyard/contract/backoffice/desk/compliance';
import { reports } from '@halyard/contract/backoffice/reports';
import type { Schema } from '@halyard/contract/backoffice/resource';
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { getMaintenance, setMaintenance } from '@halyard/contract/backoffice/trading-pause';
import { getTreasury, reconcileProvider } from '@halyard/contract/backoffice/treasury';
import { UNKNOWN_DEVICE } from '@halyard/contract/identity/sessions';
import { parseInput } from '@halyard/contract/parse-input';
import type { Route } from '@halyard/contract/route';
import { TRANSACTION_TYPES } from '@halyard/contract/transactions';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { SNIPPETS } from '../content/content-snippets.ts';
import { kindOf } from '../lists/field-kind.ts';
import { PRESETS } from '../lists/date-presets.ts';
import { keyOf } from '../names.ts';
import { fieldNames } from './de/field-names.ts';
import { GERMAN } from './de/german.ts';
import { choices } from './de/names.ts';
import { valueNames } from './de/value-names.ts';
import { ENGLISH } from './en/english.ts';

const OVERVIEWS: readonly Route[] = [
  getApprovalRules,
  getCluster,
  getComplianceCases,
  getDealing,
  getFeeds,
  getMaintenance,
  setMaintenance,
  getTreasury,
  reconcileProvider,
];
/** Values that staff never read as words. */
const NO_WORDS = /^-?\d+$|^(?:titan|alternative)$/;

/** The names of a field: its own, and those of its choices and of what it consists of. */
function namesOf(name: string, schema: Schema): readonly string[] {
  const kind = kindOf(name, schema);
  if (kind.kind === 'choice' || kind.kind === 'choices') {
    return [name, ...kind.choices.filter((choice) => !hasChoice(name, choice))];
  }
  if (kind.kind === 'grid') return [name, ...kind.rows];
  if (kind.kind === 'rows' || kind.kind === 'facts') return [name, ...namesOfShape(kind.shape)];
  return [name];
}

function hasChoice(name: string, choice: string): boolean {
  return GERMAN.choices[name]?.[choice] !== undefined;
}

function namesOfShape(shape: Readonly<Record<string, Schema>>): readonly string[] {
  return Object.entries(shape).flatMap(([name, schema]) => namesOf(name, schema));
}

/** The names within a reply or a request, without a name for the whole. */
function namesWithin(schema: Schema | undefined): readonly string[] {
  return schema === undefined ? [] : namesOf('', schema).slice(1);
}

function declaredNames(): readonly string[] {
  const ofResources = RESOURCES.flatMap(({ shape }) => [
    ...Object.entries({ ...shape.row, ...shape.detail, ...shape.filters }).flatMap(
      ([name, { schema }]) => namesOf(name, schema),
    ),
    ...Object.values(shape.actions).flatMap(({ input, reply }) =>
      namesOfShape({ ...input, ...reply }),
    ),
    ...(shape.tabs ?? []).map(({ name }) => name),
  ]);
  const ofReports = reports.flatMap(({ show }) => namesWithin(show.query));
  const ofOverviews = OVERVIEWS.flatMap(({ reply, body }) => [
    ...namesWithin(reply),
    ...namesWithin(body),
  ]);
  return [
    ...ofResources,
    ...ofReports,
    ...ofOverviews,
    ...PRESETS,
    ...TIMELINE_KINDS,
    ...Object.keys(SNIPPETS),
  ];
}

it('labels every declared field, choice, tab and period', () => {
  const missing = new Set(
    declaredNames()
      .map(keyOf)
      .filter((name) => !NO_WORDS.test(name) && GERMAN.names[name] === undefined),
  );
  expect([...missing]).toEqual([]);
});

it('labels no field or choice that nothing declares', () => {
  const declared = new Set(declaredNames().map(keyOf));
  const unknown = Object.keys({ ...fieldNames, ...valueNames }).filter(
    // A label can depend on the part of the page: 'profile.state'.
    (key) => !declared.has(key.replace(/^\w+\./, '')),
  );
  expect(unknown).toEqual([]);
});

it('has the texts of every declared resource, action and queue, and no others', () => {
  const actionsOf = (texts: Readonly<Record<string, unknown>>) => Object.keys(texts).toSorted();
  expect(Object.keys(GERMAN.resources).toSorted()).toEqual(
    RESOURCES.map(({ shape }) => shape.name).toSorted(),
  );
  for (const { shape } of RESOURCES) {
    const texts = GERMAN.resources[shape.name];
    expect([shape.name, actionsOf(texts?.actions ?? {})]).toEqual([
      shape.name,
      actionsOf(shape.actions),
    ]);
    expect([shape.name, texts?.queues?.length]).toEqual([shape.name, shape.queues?.length]);
  }
});

it('has the title and the summary of every report', () => {
  for (const { show } of reports) {
    const { title = '', summary = '' } = GERMAN.routes[show.path] ?? {};
    expect([show.path, title !== '', summary !== '']).toEqual([show.path, true, true]);
  }
});

it('has the other texts that English has', () => {
  expect(Object.keys(GERMAN.hints)).toEqual(Object.keys(ENGLISH.hints));
  expect(Object.keys(GERMAN.accounts)).toEqual(Object.keys(ENGLISH.accounts));
  for (const type of Object.values(TRANSACTION_TYPES).filter((name) => name !== 'Titan')) {
    expect([type, GERMAN.choices['type']?.[type] !== undefined]).toEqual([type, true]);
  }
});

it('words every problem of a field', () => {
  const amount = z.number().check(z.minimum(5), z.maximum(9));
  const text = z.string().check(z.minLength(3), z.maxLength(4));
  const schema = z.object({ amount, text, choice: z.enum(['a', 'b']) });
  const inputs = [
    {},
    { amount: 1, text: 'a', choice: 'c' },
    { amount: 10, text: 'aaaaa', more: 1 },
    { amount: 'a', text: 1 },
  ];
  const problems = inputs.flatMap((input) => {
    const parsed = parseInput(schema, input);
    return parsed.ok ? [] : Object.values(parsed.errors);
  });
  expect(problems.length).toBeGreaterThan(8);
  for (const problem of problems) {
    expect([problem, GERMAN.phrases.filter(([known]) => known.test(problem)).length]).toEqual([
      problem,
      1,
    ]);
  }
  const german = ['must be a whole number', 'must be a whole number above zero'].map((problem) =>
    GERMAN.phrases.flatMap(([known, text]) => (known.test(problem) ? [text] : [])),
  );
  expect(german).toEqual([
    ['muss eine ganze Zahl sein'],
    ['muss eine ganze Zahl größer als null sein'],
  ]);
});

it('names an unknown device', () => {
  expect(choices['device']).toEqual({ [UNKNOWN_DEVICE]: 'Unbekanntes Gerät' });
});
