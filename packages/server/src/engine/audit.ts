// Proves the books: every posting, account, position and answered command against the others and
// against the rules. It reads page by page, each page in one statement and so in one moment, and
// may run beside a working engine.
import type { Database, Row } from '#platform/db/db.ts';

import { judgePosition } from './audit-position.ts';
import { ACCOUNTS_PAGE, CHECKS, HIGHEST, POSITIONS_PAGE, ROW_COUNTS } from './audit-statements.ts';

const PAGE_ROWS = 5_000;
/** The report holds this many differences and counts the rest. */
const DIFFERENCES_MAX = 1_000;

export type Difference = {
  /** What was found to differ, such as 'account 17'. */
  readonly subject: string;
  readonly problem: string;
};

export type AuditReport = {
  readonly accounts: number;
  readonly positions: number;
  readonly postings: number;
  readonly commands: number;
  readonly differences: readonly Difference[];
  /** All of them, also those beyond what the report holds. */
  readonly differenceCount: number;
};

export type AuditOptions = {
  /** Called before each page with what is being read and how far it is, 0 to 1. */
  readonly onProgress?: (subject: string, share: number) => void;
  /** Rejects with its reason when it is aborted. */
  readonly signal?: AbortSignal;
};

/** Reads all that there is at its start. Throws an Outage when the database is gone. */
export async function audit(db: Database, options: AuditOptions = {}): Promise<AuditReport> {
  const [highest] = await db.query(HIGHEST, []);
  const run = new AuditRun(db, options);
  const limits = {
    accounts: Number(highest?.account_id),
    positions: Number(highest?.position_id),
    postings: Number(highest?.posting_id),
    commands: Number(highest?.sequence),
  };

  const accounts = await run.readRows(
    { subject: 'accounts', highest: limits.accounts, text: ACCOUNTS_PAGE },
    (row) => (row.differs === true ? [String(row.problem)] : []),
  );
  const positions = await run.readRows(
    { subject: 'positions', highest: limits.positions, text: POSITIONS_PAGE },
    judgePosition,
  );
  for (const { subject, text } of CHECKS) {
    const range = { subject, highest: limits[subject], text };
    await run.readRows(range, (row) => [String(row.problem)]);
  }
  for (const { subject, text } of ROW_COUNTS) {
    await run.countRows({ subject, highest: limits[subject], text });
  }
  return { ...limits, accounts, positions, ...run.findings() };
}

/** A statement about the rows of a subject up to the highest id. */
type Range = { readonly subject: string; readonly highest: number; readonly text: string };

class AuditRun {
  readonly #db: Database;
  readonly #options: AuditOptions;
  readonly #differences: Difference[] = [];
  #differenceCount = 0;

  constructor(db: Database, options: AuditOptions) {
    this.#db = db;
    this.#options = options;
  }

  findings(): Pick<AuditReport, 'differences' | 'differenceCount'> {
    return { differences: this.#differences, differenceCount: this.#differenceCount };
  }

  /** Judges each row that the statement gives, every one with an id; gives their number. */
  async readRows(range: Range, judge: (row: Row) => readonly string[]): Promise<number> {
    let count = 0;
    for (let from = 0; from < range.highest; from += PAGE_ROWS) {
      const rows = await this.#page(range, from);
      for (const row of rows) {
        for (const problem of judge(row)) this.#add(`${range.subject} ${String(row.id)}`, problem);
      }
      count += rows.length;
    }
    return count;
  }

  /** The engine numbers without gaps, so a gap is a row that was taken away. */
  async countRows(range: Range): Promise<void> {
    for (let from = 0; from < range.highest; from += PAGE_ROWS) {
      const until = Math.min(from + PAGE_ROWS, range.highest);
      const [row] = await this.#page(range, from);
      const missing = until - from - Number(row?.count);
      if (missing !== 0) this.#add(`${range.subject} ${from + 1}-${until}`, `${missing} missing`);
    }
  }

  async #page({ subject, highest, text }: Range, from: number): Promise<readonly Row[]> {
    this.#options.signal?.throwIfAborted();
    this.#options.onProgress?.(subject, from / highest);
    return this.#db.query(text, [from, Math.min(from + PAGE_ROWS, highest)]);
  }

  #add(subject: string, problem: string): void {
    this.#differenceCount += 1;
    if (this.#differences.length < DIFFERENCES_MAX) this.#differences.push({ subject, problem });
  }
}
