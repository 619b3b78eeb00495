// Searches for linked accounts among those that traded, withdrew or were protected since the last
// scan. Every step has a limit; the remainder is left to the next scan.
import { isDeepStrictEqual } from 'node:util';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LinkEvidence } from '@halyard/contract/backoffice/linked-accounts';
import { assertPresent } from '@halyard/core/assertion';
import { SCORE_LISTED_MIN, scoreLink } from '@halyard/core/linked-accounts';
import type { Link, TradedPosition } from '@halyard/core/linked-accounts';
import { toEuros } from '@halyard/core/money';
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { deleteInPages } from '#platform/jobs/jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log/log.ts';
import { labelKey, listOpposingPairs, loadFacts } from './facts-store.ts';
import type { LabelledFacts } from './facts-store.ts';
import { saveLink } from './link-store.ts';
import { findCursor, readRound, saveCursor } from './scan-store.ts';
import type { Round } from './scan-store.ts';
import { deleteOldTraits, listSharingPairs, refreshTraits } from './trait-store.ts';
import type { Pair } from './trait-store.ts';

const SCANNED_EVERY_MS = 10 * MINUTE_MS;
const ROUNDS_MAX = 50;
const PAIRS_PER_ROUND_MAX = 500;
/** The number of pairs whose facts are in memory at once. */
const PAIRS_AT_ONCE = 20;
const HEDGES_SHOWN_MAX = 20;
const TRAITS_PER_DELETE = 5_000;
const PERMILLE_PER_PERCENT = 10;

export type ScanDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly jobs: Pick<Jobs, 'repeat'>;
};

/** Scans regularly. Call it before the jobs start. */
export function repeatScan(deps: ScanDeps): void {
  deps.jobs.repeat({
    kind: 'linked-accounts.scan',
    everyMs: SCANNED_EVERY_MS,
    run: async (signal) => {
      await scan(deps, signal);
      const { kysely } = deps.db;
      const nowMs = deps.clock.nowMs();
      await deleteInPages(
        signal,
        async () => await deleteOldTraits(kysely, { nowMs, limit: TRAITS_PER_DELETE }),
      );
    },
  });
}

/** Scans everything new, at most ROUNDS_MAX rounds. */
export async function scan(deps: Omit<ScanDeps, 'jobs'>, signal: AbortSignal): Promise<void> {
  const { kysely } = deps.db;
  for (let count = 0; count < ROUNDS_MAX; count += 1) {
    signal.throwIfAborted();
    const nowMs = deps.clock.nowMs();
    const cursor = await findCursor(kysely);
    const round = await readRound(kysely, { cursor, nowMs });
    if (isDeepStrictEqual(round.cursor, cursor)) return;
    await look(deps, round, signal);
    await saveCursor(kysely, round.cursor, nowMs);
  }
}

async function look(
  { db, clock, log }: Omit<ScanDeps, 'jobs'>,
  { accountIds, protectedIds }: Round,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = clock.nowMs();
  const limit = PAIRS_PER_ROUND_MAX;
  await refreshTraits(db.kysely, { accountIds, nowMs });
  const sharing = await listSharingPairs(db.kysely, { accountIds, limit });
  const opposing = await listOpposingPairs(db.kysely, { accountIds: protectedIds, nowMs, limit });
  if (sharing.length === limit || opposing.length === limit) {
    log.warn({ limit }, 'linked accounts: more pairs than are looked at in one round');
  }
  const pairs = unique([...sharing, ...opposing]);
  for (let at = 0; at < pairs.length; at += PAIRS_AT_ONCE) {
    signal.throwIfAborted();
    const some = pairs.slice(at, at + PAIRS_AT_ONCE);
    const facts = await loadFacts(db.kysely, { accountIds: [...new Set(some.flat())], nowMs });
    for (const [firstId, secondId] of some) {
      // Yields, because each comparison can take a millisecond and orders wait in the meantime.
      await nextTurn();
      const first = assertPresent(facts.get(firstId), 'the facts of an account are loaded');
      const second = assertPresent(facts.get(secondId), 'the facts of an account are loaded');
      const link = scoreLink(first, second);
      if (link.score < SCORE_LISTED_MIN) continue;
      const { accountIds: ids, score, hedges, hadGuaranteedStop } = link;
      const evidence = toEvidence(link, first);
      const found = { accountIds: ids, score, hedges: hedges.length, hadGuaranteedStop, evidence };
      await saveLink(db.kysely, { ...found, atMs: nowMs });
    }
  }
}

function unique(pairs: readonly Pair[]): readonly Pair[] {
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()];
}

function toEvidence({ shared, hedges }: Link, { labels }: LabelledFacts): LinkEvidence {
  return {
    shared: shared.map(({ kind, value, holders, points }) => ({
      kind,
      label: labels.get(labelKey({ kind, value })) ?? '',
      accounts: holders,
      points,
    })),
    hedges: hedges.slice(0, HEDGES_SHOWN_MAX).map((hedge) => ({
      symbol: hedge.symbol,
      seconds_apart: hedge.gapMs / SECOND_MS,
      match_percent: Math.floor(hedge.matchPermille / PERMILLE_PER_PERCENT),
      first: toLeg(hedge.first),
      second: toLeg(hedge.second),
    })),
  };
}

function toLeg({ id, direction, exposureCents, openedAtMs, closedAtMs }: TradedPosition) {
  return {
    position_id: id,
    direction,
    exposure: toEuros(exposureCents),
    opened_at: new Date(openedAtMs).toISOString(),
    closed_at: closedAtMs === null ? null : new Date(closedAtMs).toISOString(),
  };
}
