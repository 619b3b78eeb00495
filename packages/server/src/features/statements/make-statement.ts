import { STATEMENT_LINES_MAX } from '@halyard/contract/statements';
import type { createStatement as route } from '@halyard/contract/statements';
import type { BodyOf, ReplyOf } from '@halyard/contract/route';
import { DAY_MS } from '@halyard/core/time';
import type { Customers } from '#features/customers/customers.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { toCsv } from './statement-csv.ts';
import { toPdf } from './statement-pdf.ts';
import { createSheet } from './statement-sheet.ts';
import type { Instruments } from './statement-sheet.ts';
import { listEntries, listPositionsOf, sumBefore } from './statement-store.ts';
import { statementTexts } from './statement-texts.ts';
import { createStatement } from './statement.ts';

export type StatementDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly customers: Pick<Customers, 'getCustomer'>;
  readonly instruments: Instruments;
  readonly settings: { readonly operatorName: string };
};

/**
 * Creates a statement. Rejects a reversed period, and one with more than STATEMENT_LINES_MAX lines.
 */
export async function makeStatement(
  deps: StatementDeps,
  customerId: number,
  body: BodyOf<typeof route>,
): Promise<Answer<ReplyOf<typeof route>>> {
  const { from, until, format } = body;
  if (until < from) {
    return refused({ code: 'invalid', errors: { until: 'must not be before the first day' } });
  }
  const span = { fromMs: Date.parse(from), untilMs: Date.parse(until) + DAY_MS };
  const page = { ...span, limit: STATEMENT_LINES_MAX + 1 };
  const { kysely } = deps.db;
  const opening = await sumBefore(kysely, customerId, span.fromMs);
  const entries = await listEntries(kysely, customerId, page);
  const positions = await listPositionsOf(kysely, customerId, page);
  if (entries.length + positions.length > STATEMENT_LINES_MAX) {
    return refused({ code: 'too-many-lines', facts: { maximum: STATEMENT_LINES_MAX } });
  }
  const { profile, email } = await deps.customers.getCustomer(customerId);
  const texts = statementTexts(body.language ?? 'en');
  const madeAtMs = deps.clock.nowMs();
  const sheet = createSheet({
    statement: createStatement({ span, opening, entries, positions }),
    owner: { id: customerId, name: `${profile.firstName} ${profile.lastName}`, email },
    from,
    until,
    madeAtMs,
    operator: deps.settings.operatorName,
    instruments: deps.instruments,
    texts,
  });
  const content = format === 'csv' ? toCsv(sheet) : await toPdf(sheet, { ...texts, madeAtMs });
  return ok({
    file_name: `statement-${from}-${until}.${format}`,
    media_type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
    content_base64: content.toString('base64'),
  });
}
