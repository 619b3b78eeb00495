import { expect, it } from 'vitest';
import { actorText, isActor, staffIdOf } from './actor-text.ts';

const NAMES = new Map([
  [1, 'Ada Wolf'],
  [2, 'Ben Fox'],
]);

it.each([
  ['staff:1', true, 'Ada Wolf'],
  ['staff:1, staff:2', true, 'Ada Wolf, Ben Fox'],
  ['staff:1,staff:3', true, 'Ada Wolf, staff:3'],
  ['operator:root', true, 'Command line (root)'],
  ['system', true, 'System'],
  ['customer:4', false, 'customer:4'],
  ['staff:1 said so', false, 'staff:1 said so'],
  ['127.0.0.1', false, '127.0.0.1'],
])('writes %j (an actor: %s) as %j', (text, isOne, shown) => {
  expect(isActor(text)).toBe(isOne);
  expect(actorText(text, NAMES)).toBe(shown);
});

it('links one member, not several', () => {
  expect(['staff:12', 'staff:1, staff:2', 'system'].map(staffIdOf)).toEqual([
    12,
    undefined,
    undefined,
  ]);
});
