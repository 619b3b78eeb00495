import { expect, it } from 'vitest';
import { initialsOf, isOf } from './assignments.ts';

it.each([
  ['Anna Maria Keller', 'AK'],
  ['Demo', 'D'],
  ['  özlem  yılmaz ', 'ÖY'],
  ['', ''],
])('shortens %j to %j', (name, initials) => expect(initialsOf(name)).toBe(initials));

it('distinguishes own and unassigned records from those of colleagues', () => {
  const mine = { id: 2, name: 'Anna' };
  const other = { id: 3, name: 'Ben' };
  const seen = (['all', 'mine', 'free'] as const).map((whose) =>
    [mine, other, undefined].map((assignee) => isOf(whose, assignee, 2)),
  );
  expect(seen).toEqual([
    [true, true, true],
    [true, false, false],
    [false, false, true],
  ]);
});
