import { points } from '@halyard/core/instrument';
import type { Quote } from '@halyard/core/instrument';
import type { RejectedQuote } from '@halyard/market';
import type { Database } from '#platform/db/db.ts';
import type { QuoteBlock } from './quote-blocks.ts';

/**
 * How many blocks are stored per symbol: more than five hours with a write every ten seconds; the
 * oldest are deleted.
 */
const BLOCKS_KEPT_MAX = 2_000;
const REJECTED_KEPT_MAX = 20_000;
const EVIDENCE_CHARS_MAX = 1_000;

type Deps = Pick<Database, 'query'>;

// Inserts blocks. After the clock was set back a block's number can exist: the first one stays.
const INSERT_BLOCKS = `insert into quote_blocks (symbol, first_sequence, source, sell_points, buy_points,
    source_at_ms, received_at_ms)
  select symbol, first_sequence, source, sell_points, buy_points, source_at_ms, received_at_ms
  from json_to_recordset($1::json) as b (symbol text, first_sequence bigint, source text,
    sell_points bigint[], buy_points bigint[], source_at_ms bigint[], received_at_ms bigint[])
  on conflict do nothing`;

// Selects the last quotes of each symbol's current price environment. An adjusted quote of a split
// replaces an earlier one.
const LAST_QUOTES = `select w.symbol, coalesce(s.source, b.source) as source,
    coalesce(s.sell_points, b.sell_points) as sell_points,
    coalesce(s.buy_points, b.buy_points) as buy_points, b.source_at_ms, b.received_at_ms,
    coalesce(s.sequence, b.sequence) as sequence
  from price_worlds w cross join lateral (
    select source, sell_points[place] as sell_points, buy_points[place] as buy_points,
      source_at_ms[place] as source_at_ms, received_at_ms[place] as received_at_ms,
      first_sequence + place - 1 as sequence
    from quote_blocks q cross join lateral (select cardinality(q.sell_points) as place) p
    where q.symbol = w.symbol order by first_sequence desc limit 1
  ) b
  left join lateral (
    select source, sell_points, buy_points, sequence from symbol_splits
    where symbol = w.symbol and sequence > b.sequence order by sequence desc limit 1
  ) s on true
  where timestamptz 'epoch' + b.received_at_ms * interval '1 millisecond' >= w.since`;

const PRUNE_BLOCKS = `delete from quote_blocks
  where symbol = $1 and first_sequence <= (
    select first_sequence from quote_blocks where symbol = $1
    order by first_sequence desc offset $2 limit 1
  )`;

const INSERT_REJECTED = `insert into rejected_quotes (symbol, source, reason, evidence, rejected_at)
  select symbol, source, reason, evidence, timestamptz 'epoch' + at_ms * interval '1 millisecond'
  from json_to_recordset($1::json)
    as r (symbol text, source text, reason text, evidence text, at_ms bigint)`;

const PRUNE_REJECTED = `delete from rejected_quotes
  where id <= (select max(id) from rejected_quotes) - $1`;

export async function insertBlocks(db: Deps, blocks: readonly QuoteBlock[]): Promise<void> {
  await db.query(INSERT_BLOCKS, [JSON.stringify(blocks)]);
}

/**
 * Returns the last logged quote of each symbol. It has its original sequence number, so that later
 * splits follow it in the log; but at most the current time minus one, so that the next quote has a
 * higher number even if the clock was set back.
 */
export async function listLastQuotes(db: Deps, nowMs: number): Promise<readonly Quote[]> {
  const rows = await db.query(LAST_QUOTES, []);
  return rows.map((row) => ({
    symbol: String(row.symbol),
    bidPoints: points(Number(row.sell_points)),
    askPoints: points(Number(row.buy_points)),
    sequence: Math.min(Number(row.sequence), Math.floor(nowMs) - 1),
    source: String(row.source),
    sourceAtMs: Number(row.source_at_ms),
    receivedAtMs: Number(row.received_at_ms),
  }));
}

export async function pruneBlocks(db: Deps, symbol: string): Promise<void> {
  await db.query(PRUNE_BLOCKS, [symbol, BLOCKS_KEPT_MAX]);
}

export async function insertRejected(db: Deps, rejected: readonly RejectedQuote[]): Promise<void> {
  const rows = rejected.map(({ symbol, source, reason, evidence, atMs }) => ({
    symbol,
    source,
    reason,
    evidence: toText(evidence),
    at_ms: Math.floor(atMs),
  }));
  await db.query(INSERT_REJECTED, [JSON.stringify(rows)]);
}

export async function pruneRejected(db: Deps): Promise<void> {
  await db.query(PRUNE_REJECTED, [REJECTED_KEPT_MAX]);
}

function toText(evidence: RejectedQuote['evidence']): string {
  const text = typeof evidence === 'string' ? evidence : JSON.stringify(evidence);
  // NUL is removed, because PostgreSQL's text can't contain it.
  return text.slice(0, EVIDENCE_CHARS_MAX).replaceAll('\0', '');
}
