import { expect, it } from 'vitest';
import { toChecks, type Decision } from './decision-checks.ts';

const GOOD: Decision = {
  verified: true,
  email_confirmed: true,
  profile_complete: true,
  document_states: [{ kind: 'passport', status: 'approved' }],
  destination: { paid: 2, first_requested_at: '2026-01-01T00:00:00.000Z' },
  recent_changes: [],
  open_positions: [],
  owed: 0,
};

it('finds no problem with a payout to a known destination of a verified customer', () => {
  expect(toChecks(GOOD).map(({ tone }) => tone)).toEqual(Array(7).fill('up'));
});

it.each<[Partial<Decision>, object]>([
  [{ verified: false }, { text: 'Not verified', tone: 'down' }],
  [{ email_confirmed: false }, { text: 'Email not confirmed', tone: 'down' }],
  [{ document_states: [] }, { text: 'No document uploaded', tone: 'warn' }],
  [
    { document_states: [{ kind: 'address', status: 'rejected' }] },
    { text: 'Address: rejected', tone: 'warn' },
  ],
  [
    { destination: { paid: 0, first_requested_at: '2026-11-27T00:00:00.000Z' } },
    { text: 'First payout to this destination', tone: 'warn' },
  ],
  [
    {
      recent_changes: [
        { at: '2026-11-26T10:00:00.000Z', change: 'set-password', actor: 'customer:4' },
      ],
    },
    { text: 'Changed within 30 days: password (last on 26 Nov)', tone: 'warn' },
  ],
  [
    { stopped_by: 'shortfall-open' },
    { text: 'A shortfall of the account or a linked one is open: settle it first', tone: 'down' },
  ],
  [{ owed: 12.5 }, { text: 'Owes € 12.50', tone: 'down' }],
])('shows what speaks against it: %o', (facts, check) => {
  const against = toChecks({ ...GOOD, ...facts }).filter(({ tone }) => tone !== 'up');
  expect(against).toEqual([check]);
});

it('omits what the roles cannot read', () => {
  expect(toChecks({ verified: true })).toEqual([{ text: 'Verified', tone: 'up' }]);
});
