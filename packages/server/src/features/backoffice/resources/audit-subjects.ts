// How the audit log refers to a record of the back office. Events of a customer's document or
// payment have the customer as subject and the record's id among the facts.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

const WHOLE = /^[1-9]\d{0,14}$/;

/** The audit log's name of a record if it differs from the resource's in the singular. */
const NAMES: Readonly<Record<string, string>> = {
  'calendar-events': 'calendar',
  'contact-messages': 'contact',
  pages: 'content',
  singletons: 'content',
};

type Owned = {
  /** The fact that holds the record's id. */
  readonly fact: string;
  readonly hasTextId?: true;
  /** Selects the customer. */
  readonly owner: (id: RawBuilder<unknown>) => RawBuilder<unknown>;
};

const TRANSACTIONS: Owned = {
  fact: 'transactionId',
  hasTextId: true,
  owner: (id) => sql`select customer_id from transactions where id = ${id}`,
};
const OF_CUSTOMERS: Readonly<Record<string, Owned>> = {
  deposits: TRANSACTIONS,
  withdrawals: TRANSACTIONS,
  documents: {
    fact: 'document',
    owner: (id) => sql`select customer_id from documents where id = ${id}`,
  },
  positions: {
    fact: 'positionId',
    owner: (id) => sql`select account_id from positions where id = ${id}`,
  },
  orders: {
    fact: 'orderId',
    owner: (id) => sql`select account_id from entry_orders where id = ${id}`,
  },
  shortfalls: {
    fact: 'positionId',
    owner: (id) => sql`select customer_id from shortfalls where position_id = ${id}`,
  },
  // The same entry stands under both customers.
  'linked-accounts': {
    fact: 'link',
    owner: (id) => sql`select first_id from account_links where id = ${id}`,
  },
};

/** The condition for entries about one record, such as 'withdrawals:WAB12' or 'customers:7'. */
export function isAbout(record: string): RawBuilder<unknown> {
  const end = record.indexOf(':');
  const [resource, id] = [record.slice(0, end), record.slice(end + 1)];
  if (resource === 'approvals') return isAboutApproval(id);
  const owned = Object.hasOwn(OF_CUSTOMERS, resource) ? OF_CUSTOMERS[resource] : undefined;
  if (owned === undefined) return sql`subject = ${subjectOf(resource, id)}`;
  const { fact, owner, hasTextId = false } = owned;
  if (!hasTextId && !WHOLE.test(id)) return sql`false`;
  const value = hasTextId ? sql`${id}` : sql`${Number(id)}::bigint`;
  // The index on the subject finds the entries of one customer, which are then searched for the
  // record's id.
  return sql`(subject = 'customer:' || (${owner(value)}) and after ->> ${fact} = ${id})`;
}

/**
 * Entries about the approved action name its target, or the transaction or the request in it: the
 * target is 'DAB12', 'position:3:REQUEST' or 'BTCUSD:REQUEST'.
 */
function isAboutApproval(id: string): RawBuilder<unknown> {
  if (!WHOLE.test(id)) return sql`false`;
  const of = (value: RawBuilder<unknown>) =>
    sql`(select ${value} from approvals where id = ${Number(id)}::bigint)`;
  const target = of(sql`target`);
  const part = (at: number) => of(sql`split_part(target, ':', ${sql.lit(at)})`);
  return sql`(subject in (${of(sql`'customer:' || customer_id`)}, ${target}, ${part(1)})
    and (after ->> 'target' = ${target} or after ->> 'transactionId' = ${part(1)}
      or after ->> 'requestId' in (${part(2)}, ${part(3)})))`;
}

function subjectOf(resource: string, id: string): string {
  // A symbol's id is also its name.
  if (resource === 'symbols') return id;
  const name = Object.hasOwn(NAMES, resource) ? NAMES[resource] : undefined;
  return `${name ?? resource.replace(/ies$/, 'y').replace(/s$/, '')}:${id}`;
}
