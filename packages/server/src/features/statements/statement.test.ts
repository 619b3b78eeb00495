import { CUSTOMER_LEDGER_ACCOUNTS, POSTING_KINDS } from '@halyard/core/ledger';
import { cents } from '@halyard/core/money';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OwnAccount, StoredEntry } from './statement-store.ts';
import { createStatement } from './statement.ts';

const AMOUNT_MAX = 10_000_000;

const entry = fc.record({
  postingId: fc.nat(),
  atMs: fc.nat(),
  kind: fc.constantFrom(...POSTING_KINDS),
  reference: fc.constantFrom('position:1', 'position:2', 'D4K7Q2M9X1B5T8V3N6Z'),
  account: fc.constantFrom(...CUSTOMER_LEDGER_ACCOUNTS),
  amountCents: fc.integer({ min: -AMOUNT_MAX, max: AMOUNT_MAX }).map(cents),
});

/** An independent balance: one pass over all journal lines, by account. */
function naiveBalance(entries: readonly StoredEntry[], account: OwnAccount): number {
  return entries
    .filter((one) => one.account === account)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

it('ends each account at the sum of all its journal lines', () => {
  const property = fc.property(fc.array(entry), fc.array(entry), (earlier, entries) => {
    const opening = new Map(
      CUSTOMER_LEDGER_ACCOUNTS.map((account) => [account, cents(naiveBalance(earlier, account))]),
    );
    const span = { fromMs: 0, untilMs: 1 };
    const statement = createStatement({ span, opening, entries, positions: [] });
    for (const { account, openingCents, closingCents } of statement.accounts) {
      expect(openingCents).toBe(naiveBalance(earlier, account));
      expect(closingCents).toBe(naiveBalance([...earlier, ...entries], account));
    }
    const shown = statement.accounts.map(({ account }) => account);
    for (const account of CUSTOMER_LEDGER_ACCOUNTS.filter((other) => !shown.includes(other))) {
      expect(naiveBalance([...earlier, ...entries], account)).toBe(0);
    }
    for (const [index, movement] of statement.movements.entries()) {
      const until = [...earlier, ...entries.slice(0, index + 1)];
      expect(movement.balanceCents).toBe(naiveBalance(until, movement.account));
    }
  });
  fc.assert(property);
});

const POSITION = {
  id: 1,
  symbol: 'BTCUSD',
  direction: 'buy',
  amountCents: cents(10_000),
  leverage: 2,
  openPoints: 4_000_000,
  openedAtMs: 10,
  closePoints: 4_010_000,
  closedAtMs: 100,
  closingReason: 'manually',
  isClosedByBroker: false,
  profitCents: cents(50),
} as never;

it.each([
  [100, 'open', null],
  [101, 'closed', 50],
])('shows a position that closes at 100 in a period until %i as %s', (untilMs, _state, profit) => {
  const span = { fromMs: 0, untilMs };
  const rows = { span, opening: new Map(), entries: [], positions: [POSITION] };
  expect(createStatement(rows).positions).toMatchObject([{ profitCents: profit }]);
});

it('adds the financing and fees of a position in the period, and of no other', () => {
  const booked = (kind: 'financing' | 'fee', reference: string, amount: number): StoredEntry => ({
    postingId: 1,
    atMs: 5,
    kind,
    reference,
    account: 'customer:cash',
    amountCents: cents(amount),
  });
  const entries = [
    booked('financing', 'position:1', -12),
    booked('financing', 'position:1', -13),
    booked('financing', 'position:11', -700),
    booked('fee', 'position:1', -40),
  ];
  const rows = { span: { fromMs: 0, untilMs: 9 }, opening: new Map(), entries };
  expect(createStatement({ ...rows, positions: [POSITION] }).positions).toMatchObject([
    { financingCents: -25, feesCents: -40 },
  ]);
});
