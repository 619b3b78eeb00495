// The share of losing retail accounts for ESMA's standard risk warning: of all retail accounts that
// held a position during the twelve months, those whose realised and unrealised profit of the
// period, less costs, is negative. Deposits and withdrawals don't count, nor do accounts without
// positions.
import type { Report } from './report.ts';
import { euros, percent } from './report.ts';

export type AccountResult = {
  readonly accountId: number;
  /** The number of positions closed in the period, and of those open at its end. */
  readonly closed: number;
  readonly held: number;
  readonly realisedCents: number;
  /** The unrealised profit of open positions at the end, at the prices of that time. */
  readonly unrealisedCents: number;
  /** The financing and fees; negative when the customer paid. */
  readonly chargesCents: number;
  /** The number of positions on a symbol without any price. */
  readonly unpriced: number;
};

export const NO_RESULT = {
  closed: 0,
  held: 0,
  realisedCents: 0,
  unrealisedCents: 0,
  chargesCents: 0,
  unpriced: 0,
} as const;

export function reportLosingAccounts(
  results: readonly AccountResult[],
  said: number | undefined,
): Report {
  const counted = results.filter(({ closed, held }) => closed + held > 0);
  const losing = counted.filter((one) => netCents(one) < 0).length;
  const unpriced = counted.reduce((sum, one) => sum + one.unpriced, 0);
  const whole = counted.length === 0 ? undefined : Math.round((losing * 100) / counted.length);
  return {
    notes: [
      ...(whole === undefined
        ? ['No retail account held a position: the warning has no figure of its own yet.']
        : [
            `${losing} of ${counted.length} retail accounts lost money: ${percent(losing, counted.length)} %.`,
            `LOSING_ACCOUNTS_PERCENT should be ${whole}; it is ${said ?? 'not set'}.`,
          ]),
      ...(unpriced === 0 ? [] : [`${unpriced} positions count as they cost: nobody has a price.`]),
    ],
    columns: [
      'account',
      'positions_closed',
      'positions_held',
      'realised_eur',
      'unrealised_eur',
      'costs_eur',
      'result_eur',
      'lost',
    ],
    rows: counted.map((one) => [
      String(one.accountId),
      String(one.closed),
      String(one.held),
      euros(one.realisedCents),
      euros(one.unrealisedCents),
      euros(one.chargesCents),
      euros(netCents(one)),
      netCents(one) < 0 ? 'yes' : 'no',
    ]),
  };
}

function netCents(one: AccountResult): number {
  return one.realisedCents + one.unrealisedCents + one.chargesCents;
}
