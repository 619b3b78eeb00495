// Audits the books: compares every journal entry, account, position and answered command with the
// others and with the rules. It reads page by page, each page in one statement and so at one
// moment, and can run beside a working engine.
import type { Database, Row } from '#platform/db/db.ts';

import { ACTIONS_NOTED, ANSWERED, CHARGES_BOOKED } from './audit-answers.ts';
import { FINANCING_PAGE, judgeFinancing } from './audit-financing.ts';
import { ORDER_BEGINNINGS, ORDER_OPENINGS } from './audit-orders.ts';
import { judgeNights, NIGHTS_PAGE } from './audit-owed.ts';
import { judgePosition } from './audit-position.ts';
import {
  OPEN_POSITIONS_PAGE,
  POSITIONS_SINCE,
  STANDING_CHANGES,
  Standings,
  TERMS_PAGE,
  TERMS_SINCE,
} from './audit-standing.ts';
import { ACCOUNTS_PAGE, CHECKS, HIGHEST, POSITIONS_PAGE, ROW_COUNTS } from './audit-statements.ts';

const PAGE_ROWS = 5_000;
/** The report lists this many differences and counts the rest. */
const DIFFERENCES_MAX = 1_000;

export type Difference = {
  /** What differs, such as 'account 17'. */
  readonly subject: string;
  readonly problem: string;
};

export type AuditReport = {
  readonly accounts: number;
  readonly positions: number;
  readonly postings: number;
  readonly notices: number;
  readonly commands: number;
  readonly differences: readonly Difference[];
  /** The number of all differences, including those that are not listed in the report. */
  readonly differenceCount: number;
};

export type AuditOptions = {
  /** Called before each page with the current subject and the progress from 0 to 1. */
  readonly onProgress?: (subject: string, share: number) => void;
  /** Aborts the audit, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** The time of the program that writes the books; if absent, the database's. */
  readonly nowMs?: number;
};

/**
 * Audits everything that exists when it starts. Throws an Outage if the database is unavailable.
 */
export async function audit(db: Database, options: AuditOptions = {}): Promise<AuditReport> {
  const [highest] = await db.query(HIGHEST, []);
  const run = new AuditRun(db, options);
  const limits = {
    accounts: Number(highest?.account_id),
    positions: Number(highest?.position_id),
    postings: Number(highest?.posting_id),
    notices: Number(highest?.notice),
    commands: Number(highest?.sequence),
    nights: Number(highest?.night),
  };

  const accounts = await run.readRows(
    { subject: 'accounts', highest: limits.accounts, text: ACCOUNTS_PAGE },
    (row) => (row.differs === true ? [String(row.problem)] : []),
  );
  const positions = await run.readRows(
    { subject: 'positions', highest: limits.positions, text: POSITIONS_PAGE },
    judgePosition,
  );
  const financing = { subject: 'postings', highest: limits.postings, text: FINANCING_PAGE };
  await run.readRows(financing, judgeFinancing);
  for (const { subject, text } of CHECKS) {
    const range = { subject, highest: limits[subject], text };
    await run.readRows(range, (row) => [String(row.problem)]);
  }
  const nights = { subject: 'nights', highest: limits.nights, text: NIGHTS_PAGE };
  await run.readRows(nights, (row) => judgeNights(row, options.nowMs));
  for (const { subject, text } of ROW_COUNTS) {
    await run.countRows({ subject, highest: limits[subject], text });
  }
  await auditStanding(run, limits);
  await auditBeginnings(run, limits, Number(highest?.splits));
  const { postings, notices, commands } = limits;
  return { accounts, positions, postings, notices, commands, ...run.findings() };
}

type Limits = Readonly<
  Record<'accounts' | 'positions' | 'postings' | 'notices' | 'commands' | 'nights', number>
>;

/** The current state, or the state when a tick closed a position, against the answers. */
async function auditStanding(run: AuditRun, limits: Limits): Promise<void> {
  const standings = new Standings();
  const note = (row: Row): readonly string[] => {
    standings.note(row);
    return [];
  };
  const opened = { subject: 'positions', highest: limits.positions };
  await run.readRows({ ...opened, text: ORDER_OPENINGS }, note);
  const commands = { subject: 'commands', highest: limits.commands };
  await run.readRows({ ...commands, text: STANDING_CHANGES }, note);
  await run.readTwice(
    { subject: 'positions', highest: limits.positions, text: OPEN_POSITIONS_PAGE },
    { text: POSITIONS_SINCE, afterSequence: limits.commands },
    {
      judge: (row) => standings.judgePosition(row),
      note: (row) => standings.noteSince(row),
      suspects: standings.listUnlike(),
    },
  );
  await run.readTwice(
    { subject: 'accounts', highest: limits.accounts, text: TERMS_PAGE },
    { text: TERMS_SINCE, afterSequence: limits.commands },
    {
      judge: (row) => standings.judgeTerms(row),
      note: (row) => standings.noteSince(row),
      suspects: [],
    },
  );
}

/**
 * Checks that every row originates from a command; other checks compare each command with its rows.
 */
async function auditBeginnings(run: AuditRun, limits: Limits, splits: number): Promise<void> {
  const answered = await run.sumCounts({
    subject: 'commands',
    highest: limits.commands,
    text: ANSWERED,
  });
  const ordered = await run.sumCounts({
    subject: 'positions',
    highest: limits.positions,
    text: ORDER_BEGINNINGS,
  });
  const postings = { subject: 'postings', highest: limits.postings };
  const { charges } = await run.sumCounts({ ...postings, text: CHARGES_BOOKED });
  const noted = { subject: 'notices', highest: limits.notices };
  const { actions } = await run.sumCounts({ ...noted, text: ACTIONS_NOTED });
  const ends = { ...limits, splits };
  const { positions } = limits;
  const kinds = [
    {
      subject: 'positions',
      there: positions,
      began: (answered.positions ?? 0) + (ordered.positions ?? 0),
      what: 'that no command opened',
    },
    {
      subject: 'postings',
      there: charges,
      began: (answered.charges ?? 0) + (ordered.charges ?? 0),
      what: 'fees that none opened',
    },
    {
      subject: 'notices',
      there: actions,
      began: answered.actions,
      what: 'of actions that were none',
    },
    {
      subject: 'splits',
      there: splits,
      began: answered.splits,
      what: 'that no command carried out',
    },
  ] as const;
  for (const { subject, there = 0, began = 0, what } of kinds) {
    if (there > began) run.add(`${subject} 1-${ends[subject]}`, `${there - began} ${what}`);
  }
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

  /** Checks each row of the statement, each of which has an id; returns their number. */
  async readRows(range: Range, judge: (row: Row) => readonly string[]): Promise<number> {
    let count = 0;
    for (let from = 0; from < range.highest; from += PAGE_ROWS) {
      const rows = await this.#page(range, from);
      for (const row of rows) {
        for (const problem of judge(row)) this.add(`${range.subject} ${String(row.id)}`, problem);
      }
      count += rows.length;
    }
    return count;
  }

  /**
   * Counts the rows of a subject. The engine numbers rows without gaps, so a gap is a deleted row.
   */
  async countRows(range: Range): Promise<void> {
    for (let from = 0; from < range.highest; from += PAGE_ROWS) {
      const until = Math.min(from + PAGE_ROWS, range.highest);
      const [row] = await this.#page(range, from);
      const missing = until - from - Number(row?.count);
      if (missing !== 0) this.add(`${range.subject} ${from + 1}-${until}`, `${missing} missing`);
    }
  }

  /** Returns the sum of each column; empty if there are no rows. */
  async sumCounts(range: Range): Promise<Readonly<Record<string, number>>> {
    const sums: Record<string, number> = {};
    for (let from = 0; from < range.highest; from += PAGE_ROWS) {
      const [row = {}] = await this.#page(range, from);
      for (const [name, count] of Object.entries(row)) {
        sums[name] = (sums[name] ?? 0) + Number(count);
      }
    }
    return sums;
  }

  /**
   * Checks each row. Reads suspicious rows again, after everything in `since`, and checks them
   * again.
   */
  async readTwice(
    range: Range,
    since: { readonly text: string; readonly afterSequence: number },
    standing: {
      readonly judge: (row: Row) => readonly string[];
      readonly note: (row: Row) => void;
      readonly suspects: readonly number[];
    },
  ): Promise<void> {
    const suspects = [...standing.suspects];
    await this.readRows(range, (row) => {
      if (standing.judge(row).length > 0) suspects.push(Number(row.id));
      return [];
    });
    while (suspects.length > 0) {
      const ids = suspects.splice(0, PAGE_ROWS);
      const rows = await this.#db.query(since.text, [ids, since.afterSequence]);
      for (const row of rows) standing.note(row);
      for (const [id, row] of new Map(rows.map((one) => [one.id, one]))) {
        for (const problem of standing.judge(row)) {
          this.add(`${range.subject} ${String(id)}`, problem);
        }
      }
    }
  }

  async #page({ subject, highest, text }: Range, from: number): Promise<readonly Row[]> {
    this.#options.signal?.throwIfAborted();
    this.#options.onProgress?.(subject, from / highest);
    return this.#db.query(text, [from, Math.min(from + PAGE_ROWS, highest)]);
  }

  add(subject: string, problem: string): void {
    this.#differenceCount += 1;
    if (this.#differences.length < DIFFERENCES_MAX) this.#differences.push({ subject, problem });
  }
}
