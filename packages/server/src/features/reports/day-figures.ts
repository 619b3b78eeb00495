// The figures of the home page by UTC day. A day that has ended never changes, so it is read once;
// today is read again after READ_AGAIN_AFTER_MS, at most once at a time however many ask.
import { DAY_FIGURES_DAYS } from '@halyard/contract/backoffice/day-figures';
import type { getDayFigures } from '@halyard/contract/backoffice/day-figures';
import type { ReplyOf } from '@halyard/contract/route';
import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { isoDay } from '#platform/clock/clock.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { toCents, utcDay, within, type Span } from './report.ts';

export type DayFigures = ReplyOf<typeof getDayFigures>;
type Day = DayFigures['days'][number];
type Cells = ReadonlyMap<string, unknown>;

const READ_AGAIN_AFTER_MS = 30_000;
/** A commit that was dated before midnight can be written shortly after it. */
const FINAL_AFTER_MS = HOUR_MS;

const BROKER_RESULT = sql`sum(e.amount_cents) filter (where e.account in (
  'house:trading', 'house:financing', 'house:fees', 'house:protection', 'house:bonus'
))`;

type DayRow = { readonly day: string } & Readonly<Record<string, unknown>>;

const QUERIES: readonly ((span: Span) => RawBuilder<DayRow>)[] = [
  (span) => sql<DayRow>`
    select ${utcDay('settled_at')} as day,
      sum(amount_cents) filter (where type_id in (1, 2, 3, 9, 11) and cause is null) as deposits,
      sum(amount_cents) filter (where type_id in (1, 2, 3, 9, 11) and cause is not null) as reversed,
      -sum(amount_cents) filter (where type_id = 6) as withdrawals
    from transactions where status = 'approved' and ${within('settled_at', span)} group by 1`,
  (span) => sql<DayRow>`
    select ${utcDay('opened_at')} as day, count(distinct account_id) as active_traders,
      sum(amount_cents::numeric * leverage) as volume
    from positions where ${within('opened_at', span)} group by 1`,
  (span) => sql<DayRow>`
    select ${utcDay('p.posted_at')} as day,
      sum(e.amount_cents) filter (where e.customer_id is not null and p.kind in
        ('trade', 'protection', 'financing', 'fee', 'correction')) as client_result,
      ${BROKER_RESULT} as broker_result
    from postings p join ledger_entries e on e.posting_id = p.id
    where ${within('p.posted_at', span)} group by 1`,
];

/** Returns the function that reads the figures. */
export function createDayFigures(
  db: Kysely<object>,
  clock: Pick<Clock, 'nowMs'>,
): () => Promise<DayFigures> {
  const ended = new Map<string, Day>();
  let reading: { readonly atMs: number; readonly figures: Promise<DayFigures> } | undefined;
  return async () => {
    const nowMs = clock.nowMs();
    if (reading === undefined || nowMs - reading.atMs >= READ_AGAIN_AFTER_MS) {
      const figures = read(db, ended, nowMs);
      reading = { atMs: nowMs, figures };
      // A failed reading is not cached.
      figures.catch(() => {
        reading = undefined;
      });
    }
    return await reading.figures;
  };
}

async function read(
  db: Kysely<object>,
  ended: Map<string, Day>,
  nowMs: number,
): Promise<DayFigures> {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const starts = Array.from(
    { length: DAY_FIGURES_DAYS },
    (_, at) => todayMs - (DAY_FIGURES_DAYS - 1 - at) * DAY_MS,
  );
  const fromMs = starts.find((startMs) => !ended.has(isoDay(startMs))) ?? todayMs;
  const cells = await readCells(db, { fromMs, untilMs: todayMs + DAY_MS });
  const days = starts.map((startMs) => ended.get(isoDay(startMs)) ?? toDay(isoDay(startMs), cells));
  ended.clear();
  for (const [at, startMs] of starts.entries()) {
    const made = days[at];
    const isFinal = startMs + DAY_MS + FINAL_AFTER_MS <= nowMs;
    if (isFinal && made !== undefined) ended.set(made.day, made);
  }
  return { at: new Date(nowMs).toISOString(), days, hours: await readHours(db, todayMs, nowMs) };
}

async function readCells(db: Kysely<object>, span: Span): Promise<Cells> {
  const cells = new Map<string, unknown>();
  for (const query of QUERIES) {
    for (const { day: at, ...row } of (await query(span).execute(db)).rows) {
      for (const [name, value] of Object.entries(row)) cells.set(`${at} ${name}`, value);
    }
  }
  return cells;
}

function toDay(at: string, cells: Cells): Day {
  const sumOf = (name: string): number => toCents(cells.get(`${at} ${name}`));
  const [deposits, withdrawals] = [sumOf('deposits'), sumOf('withdrawals')];
  return {
    day: at,
    deposits: deposits / 100,
    withdrawals: withdrawals / 100,
    net_new_money: (deposits + sumOf('reversed') - withdrawals) / 100,
    active_traders: sumOf('active_traders'),
    volume: sumOf('volume') / 100,
    client_result: sumOf('client_result') / 100,
    broker_result: sumOf('broker_result') / 100,
  };
}

async function readHours(
  db: Kysely<object>,
  todayMs: number,
  nowMs: number,
): Promise<DayFigures['hours']> {
  const { rows } = await sql<{ hour: number; broker_result: unknown }>`
    select extract(hour from p.posted_at at time zone 'UTC')::int as hour,
      ${BROKER_RESULT} as broker_result
    from postings p join ledger_entries e on e.posting_id = p.id
    where ${within('p.posted_at', { fromMs: todayMs, untilMs: todayMs + DAY_MS })}
    group by 1`.execute(db);
  const results = new Map(rows.map((row) => [row.hour, toCents(row.broker_result)]));
  const hours = Math.floor((nowMs - todayMs) / HOUR_MS) + 1;
  return Array.from({ length: hours }, (_, hour) => ({
    hour,
    broker_result: (results.get(hour) ?? 0) / 100,
  }));
}
