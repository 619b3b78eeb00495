import { expect, it } from 'vitest';
import { approvals } from './approvals.ts';
import { customers } from './customers.ts';
import { affiliates } from './affiliates.ts';
import { deposits } from './deposits.ts';
import { findEnding } from './endings.ts';
import { positions } from './positions.ts';
import { findUndo, isOffered } from './presentation.ts';
import type { Resource } from './resource.ts';
import { RESOURCES } from './resources.ts';
import { isAllowed } from './roles.ts';
import { staff } from './staff.ts';
import { withdrawals } from './withdrawals.ts';

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

it.each([
  ['open', 'block', undefined],
  ['closing', 'block', undefined],
  ['closed', 'block', 'account-closed'],
  ['closed', 'verify', 'account-closed'],
  ['closed', 'note', undefined],
  ['erased', 'note', 'account-closed'],
] as const)(
  'ends a customer whose account is %s for %s: %s',
  (account_state, action, rejection) => {
    expect(findEnding(customers.shape, { account_state }, action)?.rejection).toBe(rejection);
  },
);

it('ends no record whose state is unknown, and ends by fields that every reader has', () => {
  expect(findEnding(customers.shape, {}, 'block')).toBeUndefined();
  for (const { shape } of RESOURCES) {
    for (const { state, leaves } of shape.endings ?? []) {
      for (const name of Object.keys(state)) {
        const readers = shape.row[name]?.read ?? [];
        expect(shape.read.every((role) => isAllowed([role], readers))).toBe(true);
      }
      expect(leaves.filter((name) => !Object.hasOwn(shape.actions, name))).toEqual([]);
    }
  }
});

const WAITS = { status: 'pending', type: 'Withdrawal', may_approve: true, stopped_by: null };
const MARKED = { review: 'why', status: 'approved' };
it.each<readonly [Resource, string, Readonly<Record<string, unknown>>, boolean]>([
  [withdrawals, 'approve', WAITS, true],
  [withdrawals, 'approve', { ...WAITS, may_approve: false }, false],
  [withdrawals, 'reject', { ...WAITS, may_approve: false }, true],
  [withdrawals, 'approve', { ...WAITS, stopped_by: 'shortfall-open' }, false],
  [withdrawals, 'pay', { ...WAITS, status: 'processing', stopped_by: 'return-reported' }, false],
  [deposits, 'book-return', { ...MARKED, reported_return: null }, false],
  [deposits, 'book-return', { ...MARKED, reported_return: { outcome: 'refunded' } }, true],
  [deposits, 'clear', { ...MARKED, reported_return: null }, true],
  [positions, 'close', { state: 'open', symbol_state: 'live' }, true],
  [positions, 'close', { state: 'open', symbol_state: 'closed' }, false],
  [positions, 'correct', { account_state: 'open' }, true],
  [positions, 'correct', { account_state: 'closed' }, false],
  [staff, 'set-roles', { is_you: true }, false],
  [staff, 'reset-password', { is_you: false, local_sign_in: false }, false],
  [customers, 'unblock', { status: 'close-only', restriction: 'active' }, false],
])('offers of %o %s for %o: %s', ({ shape }, name, row, isIt) => {
  expect(isOffered(shape.actions[name] ?? {}, row, ['admin'])).toBe(isIt);
});

it('takes back only what moves no money and needs nobody’s approval', () => {
  const taken = RESOURCES.flatMap(({ shape }) =>
    Object.entries(shape.actions).flatMap(([name, { undo, reply, input }]) => {
      if (undo === undefined) return [];
      const opposite = typeof undo === 'string' ? [undo] : Object.values(undo.actions);
      expect(opposite.every((one) => shape.actions[one]?.on === 'one')).toBe(true);
      for (const shown of [reply, input]) {
        expect(['waiting', 'amount', 'request_id'].filter((key) => key in shown)).toEqual([]);
      }
      return [`${shape.name}.${name}`];
    }),
  );
  expect(
    taken.filter((name) => /^(?:deposits|withdrawals|approvals|shortfalls)/.test(name)),
  ).toEqual([]);
  expect(taken).toHaveLength(26);
  expect(findUndo(affiliates.shape.actions.block, {})).toBe('unblock');
});

it.each(RESOURCES.map(({ shape }) => [shape.name, shape] as const))(
  'names only declared fields in the presentation of %s',
  (_name, { row, detail, heading = [], folded = [], brief = [], actions }) => {
    const all = Object.keys({ ...row, ...detail });
    const named = Object.values(actions).flatMap(({ when = [], repeats = [], offeredBy, undo }) => [
      ...when.flatMap(Object.keys).map((path) => path.split('.')[0]),
      ...repeats,
      ...(offeredBy === undefined ? [] : [offeredBy.field]),
      ...(undo === undefined || typeof undo === 'string' ? [] : [undo.field]),
    ]);
    expect([...heading, ...named].filter((name) => !all.includes(name ?? ''))).toEqual([]);
    expect([...folded, ...brief].filter((name) => !Object.hasOwn(row, name))).toEqual([]);
    // What is folded away is in no list at first.
    expect(brief.filter((name) => folded.includes(name))).toEqual([]);
  },
);
