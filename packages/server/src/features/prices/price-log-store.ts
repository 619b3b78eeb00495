import type { RejectedQuote } from '@halyard/market';
import type { Database } from '#platform/db/db.ts';
import type { QuoteBlock } from './quote-blocks.ts';

/** Of each symbol; the oldest go first. At a write every ten seconds over five hours. */
const BLOCKS_KEPT_MAX = 2_000;
const REJECTED_KEPT_MAX = 20_000;
const EVIDENCE_CHARS_MAX = 1_000;

type Deps = Pick<Database, 'query'>;

// A clock that was set back may number a block as one before it: then the first one stays.
const INSERT_BLOCKS = `insert into quote_blocks (symbol, first_sequence, source, sell_points, buy_points,
    source_at_ms, received_at_ms)
  select symbol, first_sequence, source, sell_points, buy_points, source_at_ms, received_at_ms
  from json_to_recordset($1::json) as b (symbol text, first_sequence bigint, source text,
    sell_points bigint[], buy_points bigint[], source_at_ms bigint[], received_at_ms bigint[])
  on conflict do nothing`;

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
  // PostgreSQL's text holds no NUL.
  return text.slice(0, EVIDENCE_CHARS_MAX).replaceAll('\0', '');
}
