import { expect, it } from 'vitest';
import { costsOf, reportCosts } from './costs.ts';
import type { CostlyPosition } from './costs.ts';
import { reportExecution } from './execution.ts';
import type { Fill } from './execution.ts';
import { NO_RESULT, reportLosingAccounts } from './losing-accounts.ts';

const SPAN = { fromMs: 1_000, untilMs: 2_000 };

// A position of € 100 × 2 bought at 10,013 points: with a notional of 20,000 cents, 1 point is
// 20,000 ÷ 10,013 cents.
const BOUGHT: CostlyPosition = {
  id: 1,
  symbol: 'BTCUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 2,
  openPoints: 10_013,
  filledPoints: 10_013,
  openBidPoints: 9_990,
  openAskPoints: 10_010,
  openedAtMs: 1_000,
  closed: { atMs: 1_999, bidPoints: 10_100, askPoints: 10_130 },
  financingCents: -7,
  feesCents: 0,
};

it('counts half a spread at each end, the mark-up, financing and fees', () => {
  // The costs: 20 ÷ 2 points at the opening are 19.97 cents, 30 ÷ 2 at the closing 29.96, 3 of
  // mark-up 5.99.
  expect(costsOf(BOUGHT, SPAN)).toEqual({
    spreadCents: 50,
    markUpCents: 6,
    financingCents: 7,
    feesCents: 0,
  });
  // A position sold at 9,988, still open: 20 ÷ 2 points are 20.02 cents, 2 of mark-up 4.005.
  const sold = {
    ...BOUGHT,
    direction: 'sell',
    openPoints: 9_988,
    filledPoints: 9_988,
    closed: null,
    financingCents: 3,
    feesCents: -25,
  } as const;
  expect(costsOf(sold, SPAN)).toEqual({
    spreadCents: 20,
    markUpCents: 4,
    financingCents: -3,
    feesCents: 25,
  });
  expect(reportCosts([BOUGHT, sold], SPAN).rows).toEqual([
    ['1', 'BTCUSD', '200.00', '0.50', '0.06', '0.07', '0.00', '0.63'],
    ['1', 'BTCUSD', '200.00', '0.20', '0.04', '-0.03', '0.25', '0.46'],
    ['all', '', '', '0.70', '0.10', '0.04', '0.25', '1.09'],
  ]);
});

it('counts only openings and closes within the period', () => {
  const before = { ...BOUGHT, openedAtMs: 999 };
  expect(costsOf(before, SPAN)).toMatchObject({ spreadCents: 30, markUpCents: 0 });
  const after = { ...BOUGHT, closed: { atMs: 2_000, bidPoints: 1, askPoints: 99 } };
  expect(costsOf(after, SPAN)).toMatchObject({ spreadCents: 20, markUpCents: 6 });
});

const fill = (direction: Fill['direction'], askedPoints: number, filledPoints: number): Fill => ({
  symbol: 'BTCUSD',
  category: 'crypto',
  kind: 'stop-loss',
  direction,
  askedPoints,
  filledPoints,
});

it('reports slippage both ways, with worse fills above zero and nearest-rank percentiles', () => {
  const { rows } = reportExecution([
    fill('buy', 10_000, 9_990), // Slippage of 1,000 millionths, worse for the customer.
    fill('sell', 10_000, 10_020), // Slippage of 2,000 millionths, worse for the customer.
    fill('buy', 10_000, 10_001), // Slippage of 100 millionths, better for the customer.
    fill('sell', 10_000, 10_000),
  ]);
  const figures = ['4', '725.0', '0', '2000', '25.00', '25.00', '50.00', '-100.0', '1500.0'];
  expect(rows).toEqual([
    ['BTCUSD', 'stop-loss', ...figures],
    ['all', 'all', ...figures],
    ['all', 'stop-loss', ...figures],
    ['crypto', 'all', ...figures],
  ]);
  expect(reportExecution([]).rows).toEqual([]);
});

it('reverses the sign of slippage for openings, because a buyer pays more', () => {
  const opening = (...of: Parameters<typeof fill>): Fill => ({ ...fill(...of), kind: 'opening' });
  const { rows, notes } = reportExecution([
    opening('buy', 10_000, 10_020), // An opening with a slippage of 2,000 millionths, worse for the customer.
    opening('sell', 10_000, 10_001), // An opening with a slippage of 100 millionths, better for the customer.
    fill('buy', 10_000, 9_990), // A closing with a slippage of 1,000 millionths, worse for the customer.
  ]);
  expect(notes[0]).toMatch(/^2 openings and 1 closings /);
  const openings = ['2', '950.0', '-100', '2000', '50.00', '0.00', '50.00', '-100.0', '2000.0'];
  expect(rows.find(([group, kind]) => group === 'all' && kind === 'opening')).toEqual([
    'all',
    'opening',
    ...openings,
  ]);
});

it('counts an account as losing by realised and open profit and costs, and omits accounts without positions', () => {
  const of = (accountId: number, change: object) => ({ accountId, ...NO_RESULT, ...change });
  const { notes, rows } = reportLosingAccounts(
    [
      of(1, { closed: 2, realisedCents: 500 }),
      of(2, { closed: 1, realisedCents: 500, held: 1, unrealisedCents: -501 }),
      of(3, { held: 1, unrealisedCents: 10, chargesCents: -11 }),
      of(4, { closed: 1 }),
      of(5, { chargesCents: -100 }),
    ],
    74,
  );
  expect(rows.map((cells) => [cells[0], cells[6], cells[7]])).toEqual([
    ['1', '5.00', 'no'],
    ['2', '-0.01', 'yes'],
    ['3', '-0.01', 'yes'],
    ['4', '0.00', 'no'],
  ]);
  expect(notes).toEqual([
    '2 of 4 retail accounts lost money: 50.00 %.',
    'LOSING_ACCOUNTS_PERCENT should be 50; it is 74.',
  ]);
  expect(reportLosingAccounts([], undefined).notes).toEqual([
    'No retail account held a position: the warning has no figure of its own yet.',
  ]);
});
