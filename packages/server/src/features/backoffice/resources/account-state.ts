import { ACCOUNT_STATES } from '@halyard/contract/backoffice/customers';
import { assertPresent } from '@halyard/core/assertion';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';

type AccountState = (typeof ACCOUNT_STATES)[number];

const Found = z.object({ account_state: z.enum(ACCOUNT_STATES) });

/** How far the closure of the account of customer `c` is. */
export const ACCOUNT_STATE = sql`case when c.erased_at is not null then 'erased'
    when c.closed_at is not null then 'closed' when c.is_closing then 'closing' else 'open' end`;

export async function getAccountState(
  db: Kysely<object>,
  customerId: number,
): Promise<AccountState> {
  const { rows } = await sql`select ${ACCOUNT_STATE} as account_state
    from customers c where c.id = ${customerId}`.execute(db);
  return z.parse(Found, assertPresent(rows[0], 'a customer of a record is there')).account_state;
}
