// Regulatory and management reports: daily figures, losing accounts, trading costs, execution
// quality, audit log. Read-only; sums come from the ledger and the fills.
import type { Quote } from '@halyard/core/instrument';
import { DAY_MS } from '@halyard/core/time';
import type { Database } from '#platform/db/db.ts';
import { EVENTS_MAX, reportAuditTrail } from './audit-trail.ts';
import { reportCosts } from './costs.ts';
import { listCostlyPositions, POSITIONS_MAX } from './costs-store.ts';
import { DAYS_MAX, reportDailyFigures } from './daily-figures.ts';
import { reportExecution } from './execution.ts';
import { FILLS_MAX, listFills } from './execution-store.ts';
import { reportLosingAccounts } from './losing-accounts.ts';
import { listAccountResults } from './losing-accounts-store.ts';
import type { Report, Span } from './report.ts';

export { createDayFigures } from './day-figures.ts';
export { readMarkOuts } from './mark-outs.ts';
export { describeSpan, readSpan } from './read-span.ts';
export type { Report } from './report.ts';

export const REPORTS = ['daily', 'losing-accounts', 'costs', 'execution', 'audit'] as const;
export type ReportName = (typeof REPORTS)[number];

export type ReportRequest = {
  readonly name: ReportName;
  /** The period; for the report losing-accounts the end is always now. */
  readonly span: Span;
  readonly nowMs: number;
  /** The customer, for the report of costs. */
  readonly customerId?: number | undefined;
};

export type ReportDeps = {
  readonly db: Database;
  readonly instruments: readonly { readonly symbol: string; readonly category: string }[];
  readonly market: { quote(symbol: string): Quote | undefined };
  /** The percentage that the pages show now. */
  readonly losingAccountsPercent: number | undefined;
};

export type MadeReport =
  | { readonly kind: 'made'; readonly report: Report }
  | { readonly kind: 'too-large'; readonly problem: string };

export async function makeReport(deps: ReportDeps, request: ReportRequest): Promise<MadeReport> {
  const { span } = request;
  const { kysely } = deps.db;
  switch (request.name) {
    case 'daily':
      if (span.untilMs - span.fromMs > DAYS_MAX * DAY_MS) return tooLarge(`${DAYS_MAX} days`);
      return made(await reportDailyFigures(kysely, span));
    case 'losing-accounts': {
      const period = { fromMs: span.fromMs, untilMs: request.nowMs };
      const find = (symbol: string): Quote | undefined => deps.market.quote(symbol);
      const results = await listAccountResults(kysely, period, find);
      return made(reportLosingAccounts(results, deps.losingAccountsPercent));
    }
    case 'costs': {
      const positions = await listCostlyPositions(kysely, request.customerId ?? 0, span);
      if (positions === undefined) return tooLarge(`${POSITIONS_MAX} positions`);
      return made(reportCosts(positions, span));
    }
    case 'execution': {
      const categories = new Map(deps.instruments.map((one) => [one.symbol, one.category]));
      const fills = await listFills(kysely, span, (symbol) => categories.get(symbol) ?? '');
      if (fills === undefined) return tooLarge(`${FILLS_MAX} fills`);
      return made(reportExecution(fills));
    }
    case 'audit': {
      const report = await reportAuditTrail(kysely, span);
      return report === undefined ? tooLarge(`${EVENTS_MAX} events`) : made(report);
    }
  }
}

function made(report: Report): MadeReport {
  return { kind: 'made', report };
}

function tooLarge(most: string): MadeReport {
  return { kind: 'too-large', problem: `At most ${most} at a time: choose a shorter period.` };
}
