import { LINK_STATUSES, LinkEvidence } from '@halyard/contract/backoffice/linked-accounts';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';

const Related = z.object({
  link_id: z.int(),
  customer_id: z.int(),
  name: z.string(),
  email: z.string(),
  score: z.int(),
  status: z.enum(LINK_STATUSES),
  shared: LinkEvidence.shape.shared,
  hedges: z.int(),
  protection_paid: z.boolean(),
  found_at: z.date(),
});
type RelatedAccount = z.infer<typeof Related>;

/**
 * Returns the accounts linked with the customer's, dismissed links last and otherwise those with
 * the highest score first.
 */
export async function listRelated(
  db: Kysely<object>,
  { customerId, limit }: { readonly customerId: number; readonly limit: number },
): Promise<readonly RelatedAccount[]> {
  const { rows } = await sql`
    select l.id as link_id, c.id as customer_id, c.first_name || ' ' || c.last_name as name, c.email,
      l.score, l.status, l.evidence -> 'shared' as shared, l.hedges,
      l.was_protected as protection_paid, l.found_at
    from account_links l
      join customers c
        on c.id = case when l.first_id = ${customerId} then l.second_id else l.first_id end
    where l.first_id = ${customerId} or l.second_id = ${customerId}
    order by l.status = 'dismissed', l.score desc, l.id limit ${limit}`.execute(db);
  return z.parse(z.array(Related), rows);
}
