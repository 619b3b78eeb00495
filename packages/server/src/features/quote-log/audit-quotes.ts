// Compares each fill's stored quote with the quote log, as far back as it reaches.
import type { Database } from '#platform/db/db.ts';
import { BLOCK_QUOTES_MAX } from './quote-blocks.ts';

const PAGE_ROWS = 5_000;
/** How many differences the report lists; it counts the rest. */
const DIFFERENCES_MAX = 100;

export type QuoteAudit = {
  readonly agreeing: number;
  /** The number of quotes received before the log begins. */
  readonly older: number;
  /**
   * The number of quotes received during a gap of the log: a crash loses what was not written yet.
   */
  readonly missing: number;
  readonly differences: readonly { readonly subject: string; readonly problem: string }[];
  /** The number of all differences, including those that the report does not list. */
  readonly differenceCount: number;
};

export type QuoteAuditOptions = {
  /** Called before each page with the progress, 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Aborts the audit, which then rejects with the signal's reason. */
  readonly signal: AbortSignal;
};

// Selects a page of fills and their logged quotes. A fill is compared with a block whose range of
// sequence numbers contains the fill's number. If the clock was set back, two blocks can contain a
// number: the quote must be in one of them.
const PAGE = `with fills as (
    select id, 'opened' as side, symbol, open_sequence as sequence, open_source as source,
      open_sell_points as sell_points, open_buy_points as buy_points,
      open_source_at as source_at, open_received_at as received_at
    from positions where id > $1 and id <= $2
    union all
    select id, 'closed', symbol, close_sequence, close_source, close_sell_points, close_buy_points,
      close_source_at, close_received_at
    from positions where id > $1 and id <= $2 and closed_at is not null
  ), reach as (
    -- A manipulated fill could claim a sequence number from before the log, so its time decides
    -- whether it is older than the log.
    select s.symbol, b.received_at_ms[1] as first_at_ms
    from (select distinct symbol from fills) s
    cross join lateral (
      select received_at_ms from quote_blocks where symbol = s.symbol
      order by first_sequence limit 1
    ) b
  ), judged as (
    select f.id, f.side, f.sequence, b.logged, coalesce(b.is_same, false) as is_same,
      b.logged = 0 and coalesce(
        f.received_at < timestamptz 'epoch' + r.first_at_ms * interval '1 millisecond', true
      ) as is_older
    from fills f left join reach r on r.symbol = f.symbol
    cross join lateral (
      select count(*) as logged, bool_or(
          b.sell_points[place] = f.sell_points and b.buy_points[place] = f.buy_points
          and b.source = f.source
          and timestamptz 'epoch' + b.source_at_ms[place] * interval '1 millisecond' = f.source_at
          and timestamptz 'epoch' + b.received_at_ms[place] * interval '1 millisecond'
            = f.received_at
        ) as is_same
      from quote_blocks b
      cross join lateral (select (f.sequence - b.first_sequence + 1)::int as place) p
      where b.symbol = f.symbol and b.first_sequence <= f.sequence
        and b.first_sequence > f.sequence - ${BLOCK_QUOTES_MAX}
        and place <= cardinality(b.sell_points)
    ) b
  )
  select count(*) filter (where is_same) as agreeing,
    count(*) filter (where is_older) as older,
    count(*) filter (where not is_older and logged = 0) as missing,
    coalesce(json_agg(json_build_object('id', id, 'side', side, 'sequence', sequence) order by id)
      filter (where logged > 0 and not is_same), '[]') as different
  from judged`;

// Selects the best price of a closed position's trailing stop, and the marks from which a start
// restores those of open ones. A sequence number that the log does not contain proves nothing.
const TRAILS = `with trails as (
    select 'positions ' || id as subject, symbol, direction, trail_sequence as sequence,
      trail_points as points
    from positions where id > $1 and id <= $2 and trail_distance is not null
    union all
    select 'trail_marks ' || symbol, symbol, direction, sequence, points
    from trail_marks where $1::bigint = 0
  )
  select t.subject, t.sequence
  from trails t
  cross join lateral (
    select bool_or(case t.direction when 'buy' then b.sell_points[place] else b.buy_points[place] end
      = t.points) as is_same
    from quote_blocks b
    cross join lateral (select (t.sequence - b.first_sequence + 1)::int as place) p
    where b.symbol = t.symbol and b.first_sequence <= t.sequence
      and b.first_sequence > t.sequence - ${BLOCK_QUOTES_MAX}
      and place <= cardinality(b.sell_points)
  ) b
  where not b.is_same order by t.subject, t.sequence`;

type Different = { readonly id: number; readonly side: string; readonly sequence: number };

/**
 * Audits everything that exists when it starts. Throws an Outage if the database is unavailable.
 */
export async function auditQuotes(
  db: Pick<Database, 'query'>,
  { onProgress, signal }: QuoteAuditOptions,
): Promise<QuoteAudit> {
  const [highest] = await db.query('select coalesce(max(id), 0) as id from positions', []);
  const highestId = Number(highest?.id);
  const counts = { agreeing: 0, older: 0, missing: 0 };
  const different: Different[] = [];
  const trails: QuoteAudit['differences'][number][] = [];
  for (let from = 0; from < highestId; from += PAGE_ROWS) {
    signal.throwIfAborted();
    onProgress(from / highestId);
    const [row] = await db.query(PAGE, [from, Math.min(from + PAGE_ROWS, highestId)]);
    counts.agreeing += Number(row?.agreeing);
    counts.older += Number(row?.older);
    counts.missing += Number(row?.missing);
    // The statement above guarantees this type.
    different.push(...(row?.different as readonly Different[]));
    for (const { subject, sequence } of await db.query(TRAILS, [
      from,
      Math.min(from + PAGE_ROWS, highestId),
    ])) {
      const problem = `its trailing stop has a price of quote ${String(sequence)} that the quote log has otherwise`;
      trails.push({ subject: String(subject), problem });
    }
  }
  const fills = different.map(({ id, side, sequence }) => ({
    subject: `positions ${id}`,
    problem: `it was ${side} at a quote ${sequence} that the quote log has otherwise`,
  }));
  return {
    ...counts,
    differences: [...fills, ...trails].slice(0, DIFFERENCES_MAX),
    differenceCount: fills.length + trails.length,
  };
}
