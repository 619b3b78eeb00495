// The customers' terms as set by staff, beside those that the engine applies.
import type { AccountStatus, AccountTerms } from '@halyard/core/engine';
import { assertPresent } from '@halyard/core/assertion';
import { sql, type Kysely } from 'kysely';
import type { Standing } from './customer.ts';

export type StoredTerms = {
  readonly standing: Standing;
  /** The account's terms; the status follows from the restrictions. */
  readonly terms: Omit<AccountTerms, 'status'>;
};

type TermsRow = {
  readonly house_status: AccountStatus;
  readonly openings_stopped: boolean;
  readonly is_closing: boolean;
  readonly is_closed: boolean;
  readonly is_verified: boolean;
  readonly client_category: AccountTerms['clientCategory'];
  readonly is_protected: boolean;
  readonly permitted_categories: AccountTerms['permittedCategories'];
  readonly leverage_indexes: AccountTerms['leverageIndexes'];
  readonly shares_protection: boolean;
};

/** The same terms of a row, as the engine has committed them. */
type EngineRow = Pick<
  TermsRow,
  | 'is_verified'
  | 'client_category'
  | 'is_protected'
  | 'permitted_categories'
  | 'leverage_indexes'
  | 'shares_protection'
> & { readonly status: AccountStatus };

/** What the engine must be sent, and what it had committed at that time. */
export type DifferentTerms = { readonly terms: AccountTerms; readonly applied: AccountTerms };

/**
 * Selects the stored terms. A term that was never changed has no stored value, so the engine's
 * value is read.
 */
const TERMS = sql`c.house_status, c.openings_stopped, c.is_closing,
    c.closed_at is not null as is_closed,
    coalesce(t.is_verified, a.is_verified) as is_verified,
    coalesce(t.client_category, a.client_category) as client_category,
    coalesce(t.is_protected, a.is_protected) as is_protected,
    coalesce(t.permitted_categories, a.permitted_categories) as permitted_categories,
    coalesce(t.leverage_indexes, a.leverage_indexes) as leverage_indexes,
    coalesce(t.shares_protection, a.shares_protection) as shares_protection
  from customers c join trading_accounts a on a.id = c.id
  left join customer_terms t on t.customer_id = c.id`;

/** The account status in SQL, as `effectiveStatus` computes it. */
const STATUS = sql`case
    when c.is_closing or c.closed_at is not null then 'blocked'
    when c.house_status = 'active' and c.openings_stopped then 'close-only'
    else c.house_status end`;

const DIFFERS = sql`(a.status <> ${STATUS} or t.customer_id is not null and
    (a.is_verified, a.client_category, a.is_protected, a.permitted_categories, a.leverage_indexes,
      a.shares_protection)
    is distinct from
    (t.is_verified, t.client_category, t.is_protected, t.permitted_categories, t.leverage_indexes,
      t.shares_protection))`;

/** Returns the engine's status of an account: closure and client limits add to the staff's. */
function effectiveStatus(standing: Standing): AccountStatus {
  if (standing.isClosing) return 'blocked';
  const isStopped = standing.brokerStatus === 'active' && standing.openingsStopped;
  return isStopped ? 'close-only' : standing.brokerStatus;
}

/** Returns the stored terms of a customer who has an engine account. */
export async function getTerms(db: Kysely<object>, customerId: number): Promise<StoredTerms> {
  const { rows } = await sql<TermsRow>`select ${TERMS} where c.id = ${customerId}`.execute(db);
  return fromRow(assertPresent(rows[0], `customer ${customerId} has an account`));
}

/** Returns what the engine must be sent; undefined if it has the stored terms. */
export async function findDifferentTerms(
  db: Kysely<object>,
  customerId: number,
): Promise<DifferentTerms | undefined> {
  const { rows } = await sql<TermsRow & { readonly applied: EngineRow }>`
    select jsonb_build_object('status', a.status, 'is_verified', a.is_verified,
        'client_category', a.client_category, 'is_protected', a.is_protected,
        'permitted_categories', a.permitted_categories, 'leverage_indexes', a.leverage_indexes,
        'shares_protection', a.shares_protection) as applied, ${TERMS}
    where c.id = ${customerId} and ${DIFFERS}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { standing, terms } = fromRow(row);
  const { status, ...applied } = row.applied;
  return {
    terms: { ...terms, status: effectiveStatus(standing) },
    applied: { ...termsOf(applied), status },
  };
}

/** Returns the customers whose engine terms differ, by id, after the given one. */
export async function listDifferent(
  db: Kysely<object>,
  page: { readonly after: number; readonly limit: number },
): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly id: number }>`
    select c.id from customers c join trading_accounts a on a.id = c.id
    left join customer_terms t on t.customer_id = c.id
    where c.id > ${page.after} and ${DIFFERS}
    order by c.id limit ${page.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Stores terms. The caller's transaction must have locked the customer's row. */
export async function saveTerms(
  tx: Kysely<object>,
  customerId: number,
  { standing, terms }: StoredTerms,
): Promise<void> {
  const { brokerStatus, openingsStopped, isClosing } = standing;
  await sql`
    update customers set openings_stopped = ${openingsStopped}, is_closing = ${isClosing},
      -- A customer with a closed account stays blocked, whatever status staff set.
      house_status = case when closed_at is null then ${brokerStatus} else 'blocked' end
    where id = ${customerId}`.execute(tx);
  await sql`
    insert into customer_terms (customer_id, is_verified, client_category, is_protected,
      permitted_categories, leverage_indexes, shares_protection)
    values (${customerId}, ${terms.isVerified}, ${terms.clientCategory}, ${terms.hasGuaranteedStop},
      ${JSON.stringify(terms.permittedCategories)}::jsonb,
      ${JSON.stringify(terms.leverageIndexes)}::jsonb, ${terms.sharesProtection === true})
    on conflict (customer_id) do update set is_verified = excluded.is_verified,
      client_category = excluded.client_category, is_protected = excluded.is_protected,
      permitted_categories = excluded.permitted_categories,
      leverage_indexes = excluded.leverage_indexes,
      shares_protection = excluded.shares_protection`.execute(tx);
}

function fromRow(row: TermsRow): StoredTerms {
  return {
    standing: {
      brokerStatus: row.is_closed ? 'blocked' : row.house_status,
      openingsStopped: row.openings_stopped,
      isClosing: row.is_closing,
    },
    terms: termsOf(row),
  };
}

function termsOf(row: Omit<EngineRow, 'status'>): StoredTerms['terms'] {
  return {
    isVerified: row.is_verified,
    clientCategory: row.client_category,
    hasGuaranteedStop: row.is_protected,
    permittedCategories: row.permitted_categories,
    leverageIndexes: row.leverage_indexes,
    ...(row.shares_protection ? { sharesProtection: true } : {}),
  };
}
