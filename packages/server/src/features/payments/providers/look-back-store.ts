// The progress of the charge-back check of a provider's payments.
import type { ProviderId } from '@halyard/contract/providers';
import type { Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';

export type LookBack = {
  readonly provider: ProviderId;
  readonly begunAtMs: number;
  /**
   * The progress of the round: payments that began before this time are done, and of those that
   * began at this time, the ones up to `reachedId`.
   */
  readonly reachedAtMs: number;
  readonly reachedId: string;
  readonly asked: number;
  readonly differences: number;
  readonly finishedAtMs: number | undefined;
};

type LookBackTables = {
  payment_look_backs: Narrow<'payment_look_backs', { provider: ProviderId }>;
};

export async function findLookBack(
  db: Kysely<object>,
  provider: ProviderId,
): Promise<LookBack | undefined> {
  const row = await db
    .withTables<LookBackTables>()
    .selectFrom('payment_look_backs')
    .selectAll()
    .where('provider', '=', provider)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    provider: row.provider,
    begunAtMs: row.begun_at.getTime(),
    reachedAtMs: row.reached_at.getTime(),
    reachedId: row.reached_id,
    asked: row.asked,
    differences: row.differences,
    finishedAtMs: row.finished_at?.getTime(),
  };
}

export async function saveLookBack(db: Kysely<object>, lookBack: LookBack): Promise<void> {
  const { finishedAtMs } = lookBack;
  const row = {
    begun_at: new Date(lookBack.begunAtMs),
    reached_at: new Date(lookBack.reachedAtMs),
    reached_id: lookBack.reachedId,
    asked: lookBack.asked,
    differences: lookBack.differences,
    finished_at: finishedAtMs === undefined ? null : new Date(finishedAtMs),
  };
  await db
    .withTables<LookBackTables>()
    .insertInto('payment_look_backs')
    .values({ provider: lookBack.provider, ...row })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(row))
    .execute();
}
