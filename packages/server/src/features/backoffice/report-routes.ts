// Reports for staff: on screen, and complete as a file.
import { getDayFigures } from '@halyard/contract/backoffice/day-figures';
import {
  REPORT_DAYS_MAX,
  REPORT_ROWS_SHOWN_MAX,
  reports,
} from '@halyard/contract/backoffice/reports';
import { WORKBOOK_MEDIA_TYPE, type ExportRoutes } from '@halyard/contract/backoffice/export-routes';
import type { Route } from '@halyard/contract/route';
import { Readable } from 'node:stream';
import { DAY_MS } from '@halyard/core/time';
import { createDayFigures, describeSpan, makeReport, readSpan } from '#features/reports/reports.ts';
import type { Report, ReportName } from '#features/reports/reports.ts';
import { recordAudit, withAuditOrigin } from '#platform/audit/audit.ts';
import { toWorkbook } from '#platform/workbook/workbook.ts';
import type { WorkbookCell } from '#platform/workbook/workbook.ts';
import { BYTE_ORDER_MARK, toCsvLine } from '@halyard/contract/format/csv';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { isoDay } from '#platform/clock/clock.ts';
import type { OperatorCommandDeps } from './operator-command.ts';

/** The maximum number of concurrent reports, because each can hold a million rows for a while. */
const AT_ONCE_MAX = 2;
const RETRY_SECONDS = 5;
/**
 * A figure that a spreadsheet stores exactly. Numbers with leading zeros, such as ids, don't match
 * and stay text.
 */
const FIGURE = /^-?(?:0|[1-9]\d{0,8})(?:\.\d{1,6})?$/;
const PORTION_ROWS = 1_000;

type Deps = Pick<
  OperatorCommandDeps,
  'db' | 'clock' | 'customers' | 'instruments' | 'market' | 'settings'
>;

/** The labels of columns in a file; a column without one has its name. */
const Labelled = z.object({ header: z.optional(z.record(z.string(), z.string())) });
/** The query of any report, already validated by its route. */
const Asked = z.object({
  customer: z.optional(z.number()),
  from: z.optional(z.string()),
  until: z.optional(z.string()),
  reason: z.optional(z.string()),
});

type Call = {
  readonly query?: unknown;
  readonly caller: { readonly subjectId: number };
  readonly ip: string;
  /** Whether the report is exported completely as a file. */
  readonly isFile: boolean;
};
type Declared = ExportRoutes & { readonly name: ReportName; readonly show: Route };

export function reportRoutes(deps: Deps): readonly RouteBinding[] {
  let making = 0;
  const make = async (name: ReportName, call: Call): Promise<Answer<Report>> => {
    if (making >= AT_ONCE_MAX) {
      return refused({ code: 'too-many', facts: { retryAfterSeconds: RETRY_SECONDS } });
    }
    making += 1;
    try {
      return await makeFor(deps, name, call);
    } finally {
      making -= 1;
    }
  };
  const all: readonly Declared[] = reports;
  const readDayFigures = createDayFigures(deps.db.kysely, deps.clock);
  const ofDays = bind(getDayFigures, async () => ok(await readDayFigures()));
  const ofReports = all.flatMap(({ name, show, exportCsv, exportWorkbook }) => [
    bind(show, async (call) => {
      const made = await make(name, { ...call, isFile: false });
      if (made.kind === 'refused') return made;
      const { notes, columns, rows } = made.data;
      const shown = rows.slice(0, REPORT_ROWS_SHOWN_MAX);
      return ok({ notes, columns, rows: shown, more: rows.length - shown.length });
    }),
    bind(exportCsv, async (call) => {
      const made = await make(name, { ...call, isFile: true });
      if (made.kind === 'refused') return made;
      const day = isoDay(deps.clock.nowMs());
      const content = Readable.from(toLines(withHeader(made.data, call)));
      return ok({ mediaType: 'text/csv', fileName: `${name}-${day}.csv`, content });
    }),
    bind(exportWorkbook, async (call) => {
      const made = await make(name, { ...call, isFile: true });
      if (made.kind === 'refused') return made;
      const madeAtMs = deps.clock.nowMs();
      const { columns } = withHeader(made.data, call);
      const content = Readable.from(toWorkbook({ columns, rows: toRows(made.data), madeAtMs }));
      const fileName = `${name}-${isoDay(madeAtMs)}.xlsx`;
      return ok({ mediaType: WORKBOOK_MEDIA_TYPE, fileName, content });
    }),
  ]);
  return [ofDays, ...ofReports];
}

function withHeader(report: Report, { query }: Pick<Call, 'query'>): Report {
  const { header } = z.parse(Labelled, query);
  return { ...report, columns: report.columns.map((name) => header?.[name] ?? name) };
}

async function makeFor(deps: Deps, name: ReportName, call: Call): Promise<Answer<Report>> {
  const { customer: customerId, from, until, reason } = z.parse(Asked, call.query);
  const nowMs = deps.clock.nowMs();
  const span = readSpan({ name, from, until }, nowMs);
  if (span === undefined) return unfit('must not be after until');
  const days = (span.untilMs - span.fromMs) / DAY_MS;
  if (days > REPORT_DAYS_MAX) return unfit(`must be at most ${REPORT_DAYS_MAX} days before until`);
  if (customerId !== undefined && (await deps.customers.findCustomer(customerId)) === undefined) {
    return refused({ code: 'not-found' });
  }
  const { ip } = call;
  await withAuditOrigin(reason === undefined ? { ip } : { ip, reason }, async () => {
    await recordAudit(deps.db.kysely, nowMs, {
      actor: `staff:${call.caller.subjectId}`,
      action: 'report.read',
      subject: customerId === undefined ? 'installation' : `customer:${customerId}`,
      after: { report: name, days, ...describeSpan(span), file: call.isFile },
    });
  });
  const { losingAccountsPercent } = deps.settings;
  const made = await makeReport(
    { ...deps, losingAccountsPercent },
    { name, span, nowMs, customerId },
  );
  return made.kind === 'made' ? ok(made.report) : unfit(made.problem);
}

function unfit(text: string): Answer<never> {
  return refused({ code: 'invalid', errors: { from: text } });
}

function* toLines({ columns, rows }: Report): Generator<string> {
  yield BYTE_ORDER_MARK + toCsvLine(columns);
  for (const cells of rows) yield toCsvLine(cells);
}

async function* toRows({ rows }: Report): AsyncGenerator<readonly (readonly WorkbookCell[])[]> {
  for (let from = 0; from < rows.length; from += PORTION_ROWS) {
    yield rows
      .slice(from, from + PORTION_ROWS)
      .map((cells) => cells.map((cell) => (FIGURE.test(cell) ? Number(cell) : cell)));
  }
}
