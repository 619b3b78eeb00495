import type { ProviderId } from '@halyard/contract/providers';
import type { Cents } from '@halyard/core/money';
import { sql, type Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';
import type { Outcome, ProviderEvent } from './provider.ts';

/** A provider's message that is stored and not processed yet. */
export type StoredEvent = {
  readonly id: number;
  readonly provider: ProviderId;
  readonly event: ProviderEvent & { readonly orderRef: string };
  readonly isSigned: boolean;
  readonly receivedAtMs: number;
  readonly result: string | null;
};

type EventTables = {
  provider_events: Narrow<
    'provider_events',
    {
      provider: ProviderId;
      outcome: Outcome;
      amount_cents: Cents;
      details: Readonly<Record<string, string>>;
    }
  >;
};

export type NewEvent = Omit<StoredEvent, 'id' | 'result'> & { readonly bodyHash: Buffer };

/** Stores a message. Returns its number; undefined if the same bytes arrived before. */
export async function insertEvent(
  db: Kysely<object>,
  stored: NewEvent,
): Promise<number | undefined> {
  const { event } = stored;
  const row = await tables(db)
    .insertInto('provider_events')
    .values({
      provider: stored.provider,
      body_hash: stored.bodyHash,
      order_ref: event.orderRef,
      provider_reference: event.providerReference ?? null,
      outcome: event.outcome,
      amount_cents: event.amountCents ?? null,
      currency: event.currency ?? null,
      reason: event.reason ?? null,
      is_test: event.isTest,
      is_signed: stored.isSigned,
      details: sql`${JSON.stringify(event.details)}::jsonb`,
      received_at: new Date(stored.receivedAtMs),
      result: null,
      judged_at: null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'body_hash']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function findEvent(db: Kysely<object>, id: number): Promise<StoredEvent | undefined> {
  const row = await tables(db)
    .selectFrom('provider_events')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    provider: row.provider,
    event: {
      orderRef: row.order_ref,
      providerReference: row.provider_reference ?? undefined,
      outcome: row.outcome,
      amountCents: row.amount_cents ?? undefined,
      currency: row.currency ?? undefined,
      reason: row.reason ?? undefined,
      isTest: row.is_test,
      details: row.details,
    },
    isSigned: row.is_signed,
    receivedAtMs: row.received_at.getTime(),
    result: row.result,
  };
}

/** Stores the result of a message; the first result is final. */
export async function finishEvent(
  db: Kysely<object>,
  judged: { readonly id: number; readonly result: string; readonly atMs: number },
): Promise<void> {
  await tables(db)
    .updateTable('provider_events')
    .set({ result: judged.result, judged_at: new Date(judged.atMs) })
    .where('id', '=', judged.id)
    .where('result', 'is', null)
    .execute();
}

function tables(db: Kysely<object>): Kysely<EventTables> {
  return db.withTables<EventTables>();
}
