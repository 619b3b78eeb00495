import { expect, it } from 'vitest';
import { checkHistory } from './check-history.ts';
import type { History, StoredHistory, WriteResult } from './history-types.ts';
import { HistoryRecorder } from './recorder.ts';

const SESSION = { session: 'one', account: 7 };
const SOUND: StoredHistory = {
  commands: [
    { id: 'a', account: 7, sequence: 1, answer: 'made 1', effects: ['position 1'], step: 1 },
    { id: 'b', account: 7, sequence: 2, answer: 'made 2', effects: ['position 2'], step: 2 },
  ],
  effects: ['position 1', 'position 2'],
  commits: [
    { epoch: 1, batch: 1 },
    { epoch: 2, batch: 2 },
  ],
  postings: [
    { key: 'trade:1', amountsCents: [5, -5] },
    { key: 'trade:2', amountsCents: [-3, 1, 2] },
  ],
  accounts: [{ account: 7, state: 'two', replayed: 'two', states: ['none', 'one', 'two'] }],
};

function ok(number: number): WriteResult {
  return { kind: 'ok', answer: `made ${number}`, effects: [`position ${number}`] };
}

/** Both commands, each answered before the next call, and a read after each. */
function record(states: readonly string[] = ['one', 'two'], view = 'two'): History {
  const recorder = new HistoryRecorder();
  for (const [index, id] of ['a', 'b'].entries()) {
    recorder.write({ ...SESSION, id })(ok(index + 1));
    const shows = new Set(['position 1', 'position 2'].slice(0, index + 1));
    recorder.read(SESSION)({ state: states[index], shows });
  }
  recorder.view({ ...SESSION, state: view });
  return recorder.history;
}

/** The rules that a history breaks. */
function rulesOf(history: History, changed: Partial<StoredHistory> = {}): readonly string[] {
  const found = checkHistory(history, { ...SOUND, ...changed });
  return [...new Set(found.map(({ rule }) => rule))];
}

const [FIRST, SECOND] = SOUND.commands;
if (FIRST === undefined || SECOND === undefined) throw new Error('There are two commands.');

it('finds nothing in a history that can have been', () => {
  expect(rulesOf(record())).toEqual([]);
});

it.each<[string, Partial<StoredHistory>, readonly string[]]>([
  ['a lost command', { commands: [FIRST], effects: ['position 1'] }, ['acknowledged-lost']],
  ['a lost effect', { effects: ['position 1'] }, ['acknowledged-lost']],
  ['another answer', { commands: [FIRST, { ...SECOND, answer: 'made 3' }] }, ['answer-differs']],
  [
    'commands in the wrong order',
    {
      commands: [
        { ...FIRST, sequence: 2 },
        { ...SECOND, sequence: 1 },
      ],
    },
    ['order'],
  ],
  [
    'an effect of two commands',
    { commands: [FIRST, { ...SECOND, effects: ['position 1', 'position 2'] }] },
    ['effect-once'],
  ],
  ['an effect of no command', { effects: [...SOUND.effects, 'position 3'] }, ['effect-once']],
  ['an effect that is there twice', { effects: [...SOUND.effects, 'position 2'] }, ['effect-once']],
  [
    'a command that is stored twice',
    { commands: [FIRST, { ...FIRST, effects: [] }, SECOND] },
    ['effect-once'],
  ],
  [
    'a command that nobody sent',
    { commands: [...SOUND.commands, { ...SECOND, id: 'c', sequence: 3, effects: [] }] },
    ['effect-once'],
  ],
  [
    'an epoch that falls',
    {
      commits: [
        { epoch: 2, batch: 1 },
        { epoch: 1, batch: 2 },
      ],
    },
    ['epochs'],
  ],
  [
    'a batch number that is used again',
    {
      commits: [
        { epoch: 1, batch: 1 },
        { epoch: 2, batch: 1 },
      ],
    },
    ['epochs'],
  ],
  [
    'entries that do not sum to zero',
    { postings: [{ key: 'trade:1', amountsCents: [5, -4] }] },
    ['zero-sum'],
  ],
  [
    'a key that is used twice',
    {
      postings: [
        { key: 'trade:1', amountsCents: [] },
        { key: 'trade:1', amountsCents: [] },
      ],
    },
    ['posting-keys'],
  ],
  [
    'an account that differs from its replay',
    { accounts: [{ account: 7, state: 'two', replayed: 'three', states: ['none', 'one', 'two'] }] },
    ['replay'],
  ],
])('finds %s', (_, changed, rules) => {
  expect(rulesOf(record(), changed)).toEqual(rules);
});

it('finds reads that are older than an answer or an earlier read, or of no commit', () => {
  expect(rulesOf(record(['none', 'two']))).toEqual(['stale-read']);
  expect(rulesOf(record(['two', 'one']))).toEqual(['stale-read']);
  expect(rulesOf(record(['one', 'three']))).toEqual(['stale-read']);
  const recorder = new HistoryRecorder();
  recorder.write({ ...SESSION, id: 'a' })(ok(1));
  recorder.read(SESSION)({ shows: new Set() });
  expect(rulesOf(recorder.history, { commands: [FIRST], effects: ['position 1'] })).toEqual([
    'stale-read',
  ]);
});

it('allows a read that began before the answer, and other sessions', () => {
  const recorder = new HistoryRecorder();
  const early = recorder.read(SESSION);
  recorder.write({ ...SESSION, id: 'a' })(ok(1));
  recorder.write({ ...SESSION, id: 'b' })(ok(2));
  early({ state: 'none', shows: new Set() });
  recorder.read({ ...SESSION, session: 'other' })({ state: 'one' });
  expect(rulesOf(recorder.history)).toEqual([]);
});

it('finds what a client that follows shows too long', () => {
  expect(rulesOf(record(['one', 'two'], 'one'))).toEqual(['stale-view']);
});

it('accepts either outcome of a command whose answer is unknown, and a rejection without effect', () => {
  for (const commands of [[FIRST], SOUND.commands]) {
    const recorder = new HistoryRecorder();
    recorder.write({ ...SESSION, id: 'a' })({ kind: 'unknown' });
    recorder.write({ ...SESSION, id: 'a' })(ok(1));
    recorder.write({ ...SESSION, id: 'b' });
    recorder.write({ ...SESSION, id: 'c' })({ kind: 'rejected' });
    const effects = commands.flatMap((command) => command.effects);
    expect(rulesOf(recorder.history, { commands, effects })).toEqual([]);
  }
  const recorder = new HistoryRecorder();
  recorder.write({ ...SESSION, id: 'a' })({ kind: 'rejected' });
  recorder.write({ ...SESSION, id: 'b' })({ kind: 'rejected', answer: 'made 2' });
  expect(rulesOf(recorder.history)).toEqual(['answer-differs']);
});

it('limits what it reports', () => {
  const effects = Array.from({ length: 100 }, (_, index) => `position ${index + 3}`);
  const found = checkHistory(record(), { ...SOUND, effects: [...SOUND.effects, ...effects] });
  expect(found).toHaveLength(20);
});
