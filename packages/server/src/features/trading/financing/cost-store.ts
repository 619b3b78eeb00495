import type { Cents } from '@halyard/core/money';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Narrow, Tables } from '#platform/db/db.ts';

/** A position's charges from the engine's tables, which only the engine writes. */
type CostTables = {
  positions: Tables['positions'];
  postings: Tables['postings'];
  ledger_entries: Narrow<'ledger_entries', { amount_cents: Cents }>;
};

export type PositionSpan = {
  readonly openedAtMs: number;
  /** When the position closed; undefined while it is open. */
  readonly closedAtMs: number | undefined;
};

/** Returns when a position of the account was open. */
export async function findPositionSpan(
  db: Kysely<object>,
  position: { readonly id: number; readonly accountId: number },
): Promise<PositionSpan | undefined> {
  const row = await db
    .withTables<CostTables>()
    .selectFrom('positions')
    .select(['opened_at', 'closed_at'])
    .where('id', '=', position.id)
    .where('account_id', '=', position.accountId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { openedAtMs: row.opened_at.getTime(), closedAtMs: row.closed_at?.getTime() };
}

export type Charged = { readonly kind: string; readonly paidCents: number };

/**
 * Returns what the customer paid in each of the journal entries with these keys, unordered;
 * negative for credits. Entries have no index by position, so they are found by key.
 */
export async function listCharged(
  db: Kysely<object>,
  keys: readonly string[],
): Promise<readonly Charged[]> {
  const rows = await db
    .withTables<CostTables>()
    .selectFrom('postings')
    .innerJoin('ledger_entries', 'ledger_entries.posting_id', 'postings.id')
    .select(['postings.kind', sql<number>`-sum(ledger_entries.amount_cents)::bigint`.as('paid')])
    .where(sql<boolean>`postings.unique_key = any(${[...keys]}::text[])`)
    .where('ledger_entries.customer_id', 'is not', null)
    .groupBy(['postings.id', 'postings.kind'])
    .execute();
  return rows.map(({ kind, paid }) => ({ kind, paidCents: paid }));
}
