import * as z from 'zod/mini';
import type { AuditCheck } from './run-audit.ts';

const PAGE_LENGTH = 5_000;

export type PagedCheck<Row> = {
  /** Takes ($1, $2), the id to begin after and the number of rows; gives rows by ascending id. */
  readonly statement: string;
  readonly row: z.ZodMiniType<Row>;
  /** What is wrong with a row. */
  inspect(row: Row): readonly string[];
};

export function pagedCheck<Row extends { readonly id: number }>(
  check: PagedCheck<Row>,
): AuditCheck {
  const page = z.array(check.row);
  return async ({ db, signal, report, progress }) => {
    let seen = 0;
    let afterId = 0;
    for (;;) {
      signal.throwIfAborted();
      const rows = page.parse(await db.query(check.statement, [afterId, PAGE_LENGTH]));
      for (const row of rows) check.inspect(row).forEach(report);
      seen += rows.length;
      progress(seen);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE_LENGTH) return seen;
      afterId = last.id;
    }
  };
}
