// The lease of the program that leads the market, where that runs apart from the engine. It is
// always short: while nobody leads, no symbol is live, and a leader has nothing that takes time to
// load.
import type { EngineDatabase } from '../engine-database.ts';
import { readLeft, WATCHED_TTL_MS } from './lease.ts';
import type { LeaseKind } from './lease.ts';

const STATEMENT_TIMEOUT_MS = 1_000;

// Also takes the lock of the epoch again, in case the connection is new: without the lock another
// program would consider this one dead.
const RENEW = `update market_lease
  set expires_at = clock_timestamp() + $3::bigint * interval '1 millisecond'
  where id = 1 and epoch = $1 and owner = $2 returning $3::bigint as ttl_ms, pg_try_advisory_lock(epoch)`;

const RELEASE = `update market_lease set owner = '', expires_at = '-infinity'
  where id = 1 and epoch = $1 and owner = $2`;

const CLAIM_NUMBERS = `update market_lease
  set numbers_from = greatest(
      $2::bigint,
      numbers_from + greatest(0, ceil(extract(epoch from clock_timestamp() - numbered_at) * 1000))::bigint
    ),
    numbered_at = clock_timestamp()
  where id = 1 and epoch = $1 returning numbers_from`;

export const MARKET_LEASE: LeaseKind = {
  name: 'market',
  ttlMs: WATCHED_TTL_MS,
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  take: 'select * from market_take_lease($1, $2, $3)',
  renew: RENEW,
  lengthsMs: [WATCHED_TTL_MS],
  release: RELEASE,
  left: readLeft('market_lease'),
  endHanging: undefined,
};

/**
 * Returns the number from which the leader of an epoch counts its quotes: the time by its own clock, or
 * more if an earlier leader can have been further. Undefined if another program leads.
 */
export async function claimQuoteNumbers(
  db: Pick<EngineDatabase, 'query'>,
  epoch: number,
  clockMs: number,
): Promise<number | undefined> {
  const [row] = await db.query(CLAIM_NUMBERS, [epoch, Math.ceil(clockMs)]);
  return row === undefined ? undefined : Number(row.numbers_from);
}
