import { DAY_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { isoDay } from '#platform/clock/clock.ts';
import type { Report, Span } from './report.ts';
import { euros, toCents, utcDay, within } from './report.ts';

export const DAYS_MAX = 400;

type DayRow = { readonly day: string } & Readonly<Record<string, unknown>>;

/** One query for each figure; each returns a row per day with data. */
const QUERIES: readonly ((span: Span) => RawBuilder<DayRow>)[] = [
  (span) => sql<DayRow>`
    select ${utcDay('created_at')} as day, count(*) as sign_ups from customers
    where ${within('created_at', span)} group by 1`,
  (span) => sql<DayRow>`
    select ${utcDay('at')} as day, count(distinct subject) as verified from audit_events
    where action = 'customer.verify' and ${within('at', span)} group by 1`,
  (span) => sql<DayRow>`
    select ${utcDay('first_at')} as day, count(*) as first_deposits from (
      select min(settled_at) as first_at from transactions
      where type_id in (1, 2, 3, 9, 11) and status = 'approved' and cause is null
      group by customer_id
    ) f where ${within('first_at', span)} group by 1`,
  (span) => sql<DayRow>`
    select ${utcDay('settled_at')} as day,
      sum(amount_cents) filter (where type_id in (1, 2, 3, 9, 11) and cause is null) as deposits,
      -sum(amount_cents) filter (where type_id in (1, 2, 3, 9, 11) and cause is not null) as taken_back,
      -sum(amount_cents) filter (where type_id = 6) as withdrawals
    from transactions where status = 'approved' and ${within('settled_at', span)} group by 1`,
  (span) => sql<DayRow>`
    select ${utcDay('opened_at')} as day, count(*) as opened,
      sum(amount_cents::numeric * leverage) as volume
    from positions where ${within('opened_at', span)} group by 1`,
  (span) => sql<DayRow>`
    select ${utcDay('closed_at')} as day, count(*) as closed
    from positions where ${within('closed_at', span)} group by 1`,
  (span) => sql<DayRow>`
    select ${utcDay('p.posted_at')} as day,
      sum(e.amount_cents) filter (where e.account = 'house:trading') as trading,
      sum(e.amount_cents) filter (where e.account = 'house:financing') as financing,
      sum(e.amount_cents) filter (where e.account = 'house:fees') as fees,
      -sum(e.amount_cents) filter (where e.account = 'house:protection') as protection
    from postings p join ledger_entries e on e.posting_id = p.id
    where e.customer_id is null and ${within('p.posted_at', span)} group by 1`,
];

const COUNTS = ['sign_ups', 'verified', 'first_deposits', 'opened', 'closed'] as const;
const AMOUNTS = [
  'volume',
  'deposits',
  'taken_back',
  'withdrawals',
  'trading',
  'financing',
  'fees',
  'protection',
] as const;

/** Returns the figures per UTC day; the period starts and ends at midnight. */
export async function reportDailyFigures(db: Kysely<object>, span: Span): Promise<Report> {
  const figures = new Map<string, unknown>();
  for (const query of QUERIES) {
    for (const { day: at, ...row } of (await query(span).execute(db)).rows) {
      for (const [name, value] of Object.entries(row)) figures.set(`${at} ${name}`, value);
    }
  }
  let open = await countOpenAt(db, span.fromMs);
  const rows: string[][] = [];
  for (let fromMs = span.fromMs; fromMs < span.untilMs; fromMs += DAY_MS) {
    const at = isoDay(fromMs);
    const [signUps = 0, verified = 0, first = 0, opened = 0, closed = 0] = COUNTS.map((name) =>
      Number(figures.get(`${at} ${name}`) ?? 0),
    );
    open += opened - closed;
    const amounts = AMOUNTS.map((name) => euros(toCents(figures.get(`${at} ${name}`))));
    rows.push([at, ...[signUps, verified, first, opened, closed, open].map(String), ...amounts]);
  }
  return {
    notes: [
      'UTC days. Volume is amount × leverage of what was opened; a part that was closed counts as a position of its own.',
      "Result of the broker: above zero when it gains; 'protection' is what it bore.",
    ],
    columns: ['day', ...COUNTS, 'open_at_end', ...AMOUNTS.map((name) => `${name}_eur`)],
    // The newest day first.
    rows: rows.toReversed(),
  };
}

async function countOpenAt(db: Kysely<object>, atMs: number): Promise<number> {
  const at = new Date(atMs);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from positions
    where opened_at < ${at} and (closed_at is null or closed_at >= ${at})`.execute(db);
  return rows[0]?.count ?? 0;
}
