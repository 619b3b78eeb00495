// Payment figures for monitoring, without customers or amounts.
import { sql, type Kysely } from 'kysely';
import { HOUR_MS } from '@halyard/core/time';
import { TYPE } from './transaction.ts';

export type PaymentFigures = {
  /** The deposits that were requested within the last hour. */
  readonly deposits: readonly {
    /** The card provider; null for other methods. */
    readonly provider: string | null;
    readonly status: string;
    readonly count: number;
  }[];
  readonly withdrawalsWaiting: number;
  /** How long the oldest pending withdrawal has waited; zero when none waits. */
  readonly withdrawalsOldestMs: number;
};

export async function readPaymentFigures(
  db: Kysely<object>,
  nowMs: number,
): Promise<PaymentFigures> {
  const since = new Date(nowMs - HOUR_MS);
  const types = [TYPE.card, TYPE.bank, TYPE.alternative, TYPE.titan];
  const { rows: deposits } = await sql<PaymentFigures['deposits'][number]>`
    select provider, status, count(*) as count from transactions
    where created_at >= ${since} and type_id = any(${types}::smallint[]) and cause is null
    group by provider, status`.execute(db);
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*) as count, min(created_at) as oldest from transactions
    where status in ('pending', 'processing') and type_id = ${TYPE.withdrawal}`.execute(db);
  const waiting = rows[0];
  return {
    deposits,
    withdrawalsWaiting: waiting?.count ?? 0,
    withdrawalsOldestMs: nowMs - (waiting?.oldest?.getTime() ?? nowMs),
  };
}
