// Reports: each one truncated on screen, and complete as a file.
import * as z from 'zod/mini';
import { defineRoute, type Route } from '../route.ts';
import { defineExports } from './export-routes.ts';
import { PathId, QueryDay, Reason } from './resource.ts';
import { allow, type Role } from './roles.ts';

/** The maximum rows of a report on screen; the file has all. */
export const REPORT_ROWS_SHOWN_MAX = 1_000;
export const REPORT_DAYS_MAX = 400;

/** The period of a report: UTC days, both inclusive; if absent, the last 30 days. */
const Period = { from: z.optional(QueryDay), until: z.optional(QueryDay) };

export const ReportShown = z.object({
  /** What the report shows and how it is computed. */
  notes: z.array(z.string()),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** The number of rows that only the file has. */
  more: z.int(),
});

type Declared<Query> = {
  readonly title: string;
  readonly summary: string;
  readonly roles: readonly Role[];
  readonly query: Query;
};

function defineReport<
  const Name extends string,
  const Query extends Readonly<Record<string, z.ZodMiniType>>,
>(name: Name, { title, summary, roles, query }: Declared<Query>) {
  const ofStaff = { method: 'GET', access: 'staff', rate: 'ordinary', roles } as const;
  return {
    name,
    title,
    roles,
    show: defineRoute({
      ...ofStaff,
      path: `/api/backoffice/reports/${name}`,
      summary,
      query: z.strictObject(query),
      reply: ReportShown,
      rejections: ['not-found'],
    }),
    ...defineExports({
      path: `/api/backoffice/reports/${name}`,
      what: `${title}: all rows`,
      roles,
      query: { ...query, reason: Reason },
      rejections: ['not-found'],
    }),
  };
}

export const reports = [
  defineReport('daily', {
    title: 'Daily figures',
    summary:
      'Sign-ups, positions, notional, deposits and withdrawals, and the broker’s result, by day.',
    roles: allow('compliance', 'finance'),
    query: Period,
  }),
  defineReport('losing-accounts', {
    title: 'Losing accounts',
    summary:
      'The share of retail accounts that lost money in the last 365 days, or since a day, up to now; and the row of each account behind it.',
    roles: allow('compliance', 'finance'),
    query: { from: Period.from },
  }),
  defineReport('costs', {
    title: 'Costs of a customer',
    summary: 'Spread, mark-up, financing and fees of each position.',
    roles: allow('support', 'compliance', 'finance'),
    query: { customer: PathId, ...Period },
  }),
  defineReport('execution', {
    title: 'Quality of execution',
    summary:
      'Openings and closings against the price asked for: slippage both ways, by symbol and kind.',
    roles: allow('compliance', 'dealing'),
    query: Period,
  }),
  defineReport('audit', {
    title: 'Audit trail',
    summary: 'Who did what, with the hashes of the chain.',
    roles: allow('compliance'),
    query: Period,
  }),
] as const;

export const REPORT_ROUTES: readonly Route[] = reports.flatMap(
  ({ show, exportCsv, exportWorkbook }) => [show, exportCsv, exportWorkbook],
);
