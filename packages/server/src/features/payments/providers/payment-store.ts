import type { ProviderId } from '@halyard/contract/providers';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';

export type ProviderPayment = {
  readonly transactionId: string;
  readonly provider: ProviderId;
  readonly state: 'starting' | 'started' | 'rejected' | 'unknown';
  readonly pageUrl: string | null;
  readonly providerReference: string | null;
  readonly details: Readonly<Record<string, string>>;
  readonly startedAtMs: number;
};

type PaymentsTable = Narrow<
  'provider_payments',
  {
    provider: ProviderId;
    state: ProviderPayment['state'];
    details: Readonly<Record<string, string>>;
  }
>;
type PaymentTables = { provider_payments: PaymentsTable };

/** Stores a payment in the transaction that starts the attempt, before the provider is called. */
export async function insertPayment(
  db: Kysely<object>,
  payment: Pick<ProviderPayment, 'transactionId' | 'provider' | 'startedAtMs'>,
): Promise<void> {
  await tables(db)
    .insertInto('provider_payments')
    .values({
      transaction_id: payment.transactionId,
      provider: payment.provider,
      state: 'starting',
      page_url: null,
      provider_reference: null,
      details: sql`'{}'::jsonb`,
      started_at: new Date(payment.startedAtMs),
    })
    .execute();
}

/** Stores the provider's reply to the start. */
export async function updateStart(
  db: Kysely<object>,
  start: Pick<ProviderPayment, 'transactionId' | 'state' | 'pageUrl' | 'providerReference'>,
): Promise<void> {
  await tables(db)
    .updateTable('provider_payments')
    .set({
      state: start.state,
      page_url: start.pageUrl,
      provider_reference: sql`coalesce(provider_reference, ${start.providerReference})`,
    })
    .where('transaction_id', '=', start.transactionId)
    .execute();
}

type Learnt = Pick<ProviderPayment, 'transactionId' | 'providerReference' | 'details'>;

/** Stores data of the first message, which later inquiries repeat. */
export async function learnPayment(db: Kysely<object>, learnt: Learnt): Promise<void> {
  await sql`
    update provider_payments set
      provider_reference = coalesce(provider_reference, ${learnt.providerReference}),
      details = ${JSON.stringify(learnt.details)}::jsonb || details
    where transaction_id = ${learnt.transactionId}`.execute(db);
}

/** Stores data of the provider's own reply, which replaces a message's data. */
export async function correctPayment(db: Kysely<object>, learnt: Learnt): Promise<void> {
  await sql`
    update provider_payments set
      provider_reference = coalesce(${learnt.providerReference}, provider_reference),
      details = details || ${JSON.stringify(learnt.details)}::jsonb
    where transaction_id = ${learnt.transactionId}`.execute(db);
}

export async function findPayment(
  db: Kysely<object>,
  transactionId: string,
): Promise<ProviderPayment | undefined> {
  const row = await tables(db)
    .selectFrom('provider_payments')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export type StartedIn = {
  readonly provider: ProviderId;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Returns only payments after this transaction id. */
  readonly after: string;
  readonly limit: number;
};

/** Returns payments by transaction id. */
export async function listPayments(
  db: Kysely<object>,
  page: StartedIn,
): Promise<readonly ProviderPayment[]> {
  const rows = await tables(db)
    .selectFrom('provider_payments')
    .selectAll()
    .where('provider', '=', page.provider)
    .where('started_at', '>=', new Date(page.fromMs))
    .where('started_at', '<', new Date(page.untilMs))
    .where('transaction_id', '>', page.after)
    .orderBy('transaction_id')
    .limit(page.limit)
    .execute();
  return rows.map(fromRow);
}

/**
 * Returns payments that are credited and not charged back, in the order in which they began, after
 * a given one.
 */
export async function listCredited(
  db: Kysely<object>,
  page: {
    readonly provider: ProviderId;
    readonly afterMs: number;
    readonly afterId: string;
    readonly limit: number;
  },
): Promise<readonly ProviderPayment[]> {
  const { rows } = await sql<Selectable<PaymentsTable>>`
    select p.* from provider_payments p join transactions t on t.id = p.transaction_id
    where p.provider = ${page.provider}
      and (p.started_at, p.transaction_id) > (${new Date(page.afterMs)}::timestamptz, ${page.afterId})
      and t.status = 'approved'
      and not exists (
        select 1 from transactions r where r.original_id = t.id and r.cause = 'charge-back')
    order by p.started_at, p.transaction_id limit ${page.limit}`.execute(db);
  return rows.map(fromRow);
}

/**
 * Returns payments that were sent and have no final status yet, by transaction id, after a given
 * one.
 */
export async function listOpenIds(
  db: Kysely<object>,
  page: { readonly after: string; readonly cancelledAfterMs: number; readonly limit: number },
): Promise<readonly string[]> {
  const cancelledAfter = new Date(page.cancelledAfterMs);
  const { rows } = await sql<{ id: string }>`
    select p.transaction_id as id
    from transactions t join provider_payments p on p.transaction_id = t.id
    where p.transaction_id > ${page.after} and (t.status in ('pending', 'processing')
      or (t.status = 'cancelled' and p.started_at > ${cancelledAfter}))
    order by p.transaction_id limit ${page.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

function tables(db: Kysely<object>): Kysely<PaymentTables> {
  return db.withTables<PaymentTables>();
}

function fromRow(row: Selectable<PaymentsTable>): ProviderPayment {
  return {
    transactionId: row.transaction_id,
    provider: row.provider,
    state: row.state,
    pageUrl: row.page_url,
    providerReference: row.provider_reference,
    details: row.details,
    startedAtMs: row.started_at.getTime(),
  };
}
