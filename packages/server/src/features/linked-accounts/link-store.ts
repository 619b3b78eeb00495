import type { LinkEvidence, LinkStatus } from '@halyard/contract/backoffice/linked-accounts';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';
import type { Pair } from './trait-store.ts';

/** By how much the score of a decided link must rise to reopen it. */
const REOPENED_BY = 20;
const CONFIRMED_MAX = 10_000;

type LinkTables = {
  account_links: Narrow<'account_links', { evidence: LinkEvidence; status: LinkStatus }>;
};

export type FoundLink = {
  readonly accountIds: Pair;
  readonly score: number;
  readonly hedges: number;
  readonly hadGuaranteedStop: boolean;
  readonly evidence: LinkEvidence;
  readonly atMs: number;
};

/** Adds the link, or updates it if the new score is higher. */
export async function saveLink(db: Kysely<object>, link: FoundLink): Promise<void> {
  const at = new Date(link.atMs);
  const [firstId, secondId] = link.accountIds;
  await sql`
    insert into account_links as l (first_id, second_id, score, hedges, was_protected, evidence,
      found_at, updated_at)
    values (${firstId}, ${secondId}, ${link.score}, ${link.hedges}, ${link.hadGuaranteedStop},
      ${JSON.stringify(link.evidence)}::jsonb, ${at}, ${at})
    on conflict (first_id, second_id) do update
    set score = excluded.score, hedges = excluded.hedges, was_protected = excluded.was_protected,
      evidence = excluded.evidence, updated_at = excluded.updated_at,
      status = case
        when l.status in ('reviewed', 'dismissed')
          and excluded.score >= l.decided_score + ${REOPENED_BY} then 'open'
        else l.status end
    where excluded.score > l.score
      or excluded.score = l.score and excluded.hedges > l.hedges`.execute(db);
}

export type StoredLink = {
  readonly id: number;
  readonly accountIds: Pair;
  readonly score: number;
  readonly status: LinkStatus;
};

/** Locks the link until the caller's transaction ends. */
export async function lockLink(db: Kysely<object>, id: number): Promise<StoredLink | undefined> {
  const row = await tables(db)
    .selectFrom('account_links')
    .select(['id', 'first_id', 'second_id', 'score', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { first_id: first, second_id: second, score, status } = row;
  return { id: row.id, accountIds: [first, second], score, status };
}

export type LinkDecision = {
  readonly id: number;
  readonly status: LinkStatus;
  readonly score: number;
  readonly actor: string;
  readonly note: string;
  readonly atMs: number;
};

export async function saveDecision(db: Kysely<object>, decision: LinkDecision): Promise<void> {
  await tables(db)
    .updateTable('account_links')
    .set({
      status: decision.status,
      decided_by: decision.actor,
      decided_at: new Date(decision.atMs),
      note: decision.note,
      decided_score: decision.score,
    })
    .where('id', '=', decision.id)
    .execute();
}

/** Returns the links that staff have confirmed. */
export async function listConfirmed(db: Kysely<object>): Promise<readonly Pair[]> {
  const rows = await tables(db)
    .selectFrom('account_links')
    .select(['first_id', 'second_id'])
    .where('status', '=', 'confirmed')
    .orderBy('id')
    .limit(CONFIRMED_MAX)
    .execute();
  return rows.map(({ first_id: first, second_id: second }): Pair => [first, second]);
}

export type OpenLink = {
  readonly id: number;
  readonly accountIds: Pair;
  readonly score: number;
  readonly hedges: number;
};

/** Returns the open links, highest score first. */
export async function listOpen(db: Kysely<object>, limit: number): Promise<readonly OpenLink[]> {
  const rows = await tables(db)
    .selectFrom('account_links')
    .select(['id', 'first_id', 'second_id', 'score', 'hedges'])
    .where('status', '=', 'open')
    .orderBy('score', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ first_id: first, second_id: second, ...row }) => ({
    ...row,
    accountIds: [first, second],
  }));
}

export async function countOpen(db: Kysely<object>): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from account_links where status = 'open'`.execute(db);
  return rows[0]?.open ?? 0;
}

/** Returns the customers whose stored terms share balance protection. */
export async function listSharing(db: Kysely<object>): Promise<readonly number[]> {
  const { rows } = await sql<{ customer_id: number }>`
    select customer_id from customer_terms where shares_protection
    order by customer_id`.execute(db);
  return rows.map((row) => row.customer_id);
}

/**
 * Removes an erased customer's traits from the evidence. Trades stay, because they name no person.
 */
export async function clearEvidenceOf(db: Kysely<object>, customerId: number): Promise<void> {
  await sql`
    update account_links set evidence = jsonb_set(evidence, '{shared}', '[]')
    where first_id = ${customerId} or second_id = ${customerId}`.execute(db);
}

function tables(db: Kysely<object>): Kysely<LinkTables> {
  return db.withTables<LinkTables>();
}
