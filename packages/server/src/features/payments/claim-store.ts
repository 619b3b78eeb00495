// Claims: what a provider's message says of a payment and its reply to our inquiry does not confirm
// yet.
import { sql, type Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';

export const CLAIMED_OUTCOMES = ['succeeded', 'refunded', 'charged-back'] as const;
export type ClaimedOutcome = (typeof CLAIMED_OUTCOMES)[number];

export type Claim = {
  readonly transactionId: string;
  readonly outcome: ClaimedOutcome;
  /** Whether the provider signed the message; anyone can send an unsigned one. */
  readonly isSigned: boolean;
  readonly claimedAtMs: number;
  /** The data of a signed message that an inquiry must repeat. */
  readonly providerReference: string | undefined;
  readonly details: Readonly<Record<string, string>>;
};

type ClaimTables = {
  payment_claims: Narrow<
    'payment_claims',
    { outcome: ClaimedOutcome; details: Readonly<Record<string, string>> }
  >;
};

/**
 * The maximum number of claims per payment; a provider uses an order reference for a few payments
 * at most.
 */
const CLAIMS_MAX = 100;

/** Stores a claim; returns whether it is new. A repeated claim keeps its time. */
export async function insertClaim(db: Kysely<object>, claim: Claim): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('payment_claims')
    .values({
      transaction_id: claim.transactionId,
      outcome: claim.outcome,
      is_signed: claim.isSigned,
      claimed_at: new Date(claim.claimedAtMs),
      provider_reference: claim.providerReference ?? '',
      details: sql<Claim['details']>`${JSON.stringify(claim.details)}::jsonb`,
    })
    .onConflict((conflict) =>
      conflict.columns(['transaction_id', 'outcome', 'provider_reference']).doNothing(),
    )
    .returning('outcome')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns the claims, latest first, at most CLAIMS_MAX. */
export async function listClaims(
  db: Kysely<object>,
  transactionId: string,
): Promise<readonly Claim[]> {
  const rows = await tables(db)
    .selectFrom('payment_claims')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('claimed_at', 'desc')
    .limit(CLAIMS_MAX)
    .execute();
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    outcome: row.outcome,
    isSigned: row.is_signed,
    claimedAtMs: row.claimed_at.getTime(),
    providerReference: row.provider_reference === '' ? undefined : row.provider_reference,
    details: row.details,
  }));
}

/**
 * Returns whether a claim says that a credited deposit of the customer was returned, without a
 * decision yet.
 */
export async function hasReportedReturn(db: Kysely<object>, customerId: number): Promise<boolean> {
  const { rows } = await sql<{ readonly id: string }>`
    select t.id from payment_claims c join transactions t on t.id = c.transaction_id
    where t.customer_id = ${customerId} and t.status = 'approved'
      and c.outcome in ('refunded', 'charged-back')
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Deletes a claim that the provider's reply confirms or that is booked. */
export async function deleteClaim(db: Kysely<object>, claim: Claim): Promise<void> {
  await tables(db)
    .deleteFrom('payment_claims')
    .where('transaction_id', '=', claim.transactionId)
    .where('outcome', '=', claim.outcome)
    .where('provider_reference', '=', claim.providerReference ?? '')
    .execute();
}

/** Deletes the claims of a transaction about which a person has decided. */
export async function deleteClaims(db: Kysely<object>, transactionId: string): Promise<void> {
  await tables(db)
    .deleteFrom('payment_claims')
    .where('transaction_id', '=', transactionId)
    .execute();
}

function tables(db: Kysely<object>): Kysely<ClaimTables> {
  return db.withTables<ClaimTables>();
}
