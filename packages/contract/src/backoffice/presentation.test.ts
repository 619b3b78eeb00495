import { expect, it } from 'vitest';
import { approvals } from './approvals.ts';
import { customers } from './customers.ts';
import { isOffered } from './presentation.ts';
import { RESOURCES } from './resources.ts';

it.each(RESOURCES.map(({ shape }) => [shape.name, shape] as const))(
  'selects the waiting records of %s with declared filters and their values',
  (_name, { filters, queues = [] }) => {
    for (const [name, value] of queues.flatMap(({ filter }) => Object.entries(filter))) {
      expect(filters[name]?.schema.safeParse(value).success, name).toBe(true);
    }
  },
);

it.each([
  [{ state: ['open'] }, { state: 'open' }, true],
  [{ state: ['open'] }, { state: 'closed' }, false],
  [{ verified: [false] }, { verified: true }, false],
  [{ 'profile.complete': [true] }, { profile: { complete: false } }, false],
  [{ 'profile.complete': [true] }, {}, true],
  [{ review: 'set' }, { review: null }, false],
  [{ review: 'empty' }, { review: null }, true],
  [{ review: 'empty' }, { review: 'why' }, false],
  [{ debt: 'positive' }, { debt: 0.01 }, true],
  [{ debt: 'positive' }, { debt: 0 }, false],
] as const)('offers an action under %j for %j: %s', (when, row, isIt) => {
  expect(isOffered({ when: [when] }, row, [])).toBe(isIt);
});

it.each([
  ['withdrawal', 'finance', true],
  ['withdrawal', 'compliance', false],
  ['withdrawal', 'admin', true],
  ['dividend', 'dealing', true],
  ['dividend', 'finance', false],
  ['profile-edit', 'compliance', true],
  ['profile-edit', 'finance', false],
  ['staff-roles', 'compliance', false],
] as const)('offers to decide about %s to %s: %s', (action, role, isIt) => {
  const { approve, withdraw } = approvals.shape.actions;
  const row = { action, status: 'waiting' };
  expect(isOffered(approve, row, [role])).toBe(isIt);
  expect(isOffered(withdraw, row, [role])).toBe(isIt);
});

it.each([
  [{ may_approve: true }, true],
  [{ may_approve: false }, false],
  // A list does not say it.
  [{}, true],
])('offers to approve for %j: %s', (more, isIt) => {
  const { approve, withdraw } = approvals.shape.actions;
  const row = { action: 'bonus', status: 'waiting', ...more };
  expect(isOffered(approve, row, ['finance'])).toBe(isIt);
  expect(isOffered(withdraw, row, ['finance'])).toBe(true);
});

it.each([
  ['off', true],
  ['not-screened', false],
  ['clear', true],
  ['review', false],
  ['hit', false],
  ['accepted', true],
  ['confirmed', false],
] as const)('offers to verify a customer whose screening is %s: %s', (screening_state, isIt) => {
  const { verify } = customers.shape.actions;
  expect(isOffered(verify, { verified: false, screening_state }, ['compliance'])).toBe(isIt);
});

it.each(RESOURCES.map(({ shape }) => [shape.name, shape] as const))(
  'names only declared fields in the presentation of %s',
  (_name, { row, detail, heading = [], folded = [], actions }) => {
    const all = Object.keys({ ...row, ...detail });
    const named = Object.values(actions).flatMap(({ when = [], repeats = [], offeredBy }) => [
      ...when.flatMap(Object.keys).map((path) => path.split('.')[0]),
      ...repeats,
      ...(offeredBy === undefined ? [] : [offeredBy.field]),
    ]);
    expect([...heading, ...named].filter((name) => !all.includes(name ?? ''))).toEqual([]);
    expect(folded.filter((name) => !Object.hasOwn(row, name))).toEqual([]);
  },
);
