import type { Language } from '@halyard/contract/config';
import type { DocumentKind, DocumentState } from '@halyard/contract/documents';
import type { AccountStatus } from '@halyard/core/engine';
import { sql, type Kysely } from 'kysely';
import type { Narrow, Tables } from '#platform/db/db.ts';
import type { Customer, Documents, NewCustomer, Profile } from './customer.ts';

type CustomersTables = {
  customers: Narrow<
    'customers',
    { house_status: AccountStatus; sign_up_info: string; language: Language; documents: Documents }
  >;
  customer_notes: Tables['customer_notes'];
};

/** Adds a customer; undefined if the email is taken, even concurrently. */
export async function insertCustomer(
  db: Kysely<object>,
  customer: NewCustomer,
): Promise<number | undefined> {
  const at = new Date(customer.atMs);
  const inserted = await tables(db)
    .insertInto('customers')
    .values({
      email: customer.email,
      password_hash: customer.passwordHash,
      ...toProfileRow(customer.profile),
      uniqid: customer.uniqid,
      terms_version: customer.termsVersion,
      terms_accepted_at: at,
      referred_by: customer.referredBy,
      source_page: customer.sourcePage,
      created_at: at,
      email_confirmed_at: customer.isEmailConfirmed ? at : null,
      language: customer.language,
      sign_up_info: customer.info === null ? null : JSON.stringify(customer.info),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function findCustomer(
  db: Kysely<object>,
  customerId: number,
): Promise<Customer | undefined> {
  const row = await selectCustomers(db).where('id', '=', customerId).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export async function findCustomerByEmail(
  db: Kysely<object>,
  email: string,
): Promise<Customer | undefined> {
  const row = await selectCustomers(db).where('email', '=', email).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export async function getLanguage(db: Kysely<object>, customerId: number): Promise<Language> {
  const { language } = await tables(db)
    .selectFrom('customers')
    .select('language')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return language;
}

export async function updateLanguage(
  tx: Kysely<object>,
  { customerId, language }: { readonly customerId: number; readonly language: Language },
): Promise<void> {
  await tables(tx)
    .updateTable('customers')
    .set({ language })
    .where('id', '=', customerId)
    .execute();
}

/** Returns the oldest customers whose engine account may be missing. */
export async function listCustomersWithoutAccount(
  db: Kysely<object>,
  limit: number,
): Promise<readonly Customer[]> {
  const rows = await selectCustomers(db)
    .where('account_added_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

export async function markAccountAdded(
  db: Kysely<object>,
  customerId: number,
  atMs: number,
): Promise<void> {
  await tables(db)
    .updateTable('customers')
    .set({ account_added_at: new Date(atMs) })
    .where('id', '=', customerId)
    .where('account_added_at', 'is', null)
    .execute();
}

/** Sets whether automatic trading is on; false if nothing changed. */
export async function updateAutoTrading(
  db: Kysely<object>,
  change: { readonly customerId: number; readonly isOn: boolean },
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable('customers')
    .set({ auto_trading: change.isOn })
    .where('id', '=', change.customerId)
    .where('auto_trading', '=', !change.isOn)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function updateLabel(
  db: Kysely<object>,
  customerId: number,
  label: { readonly level: string } | { readonly pin: string | null },
): Promise<void> {
  await tables(db).updateTable('customers').set(label).where('id', '=', customerId).execute();
}

export async function insertNote(
  tx: Kysely<object>,
  note: {
    readonly customerId: number;
    readonly actor: string;
    readonly text: string;
    readonly atMs: number;
  },
): Promise<void> {
  const { customerId: customer_id, actor: author, text, atMs } = note;
  await tables(tx)
    .insertInto('customer_notes')
    .values({ customer_id, author, text, created_at: new Date(atMs) })
    .execute();
}

/** Updates the profile. Violates the unique constraint if another customer has the email. */
export async function updateProfileRow(
  db: Kysely<object>,
  customerId: number,
  { email, profile }: Pick<Customer, 'email' | 'profile'>,
): Promise<void> {
  await tables(db)
    .updateTable('customers')
    .set({ email, ...toProfileRow(profile) })
    .where('id', '=', customerId)
    .execute();
}

export type DocumentChange = {
  readonly customerId: number;
  readonly kind: DocumentKind;
  readonly state: DocumentState;
};

/** Updates the state of one document kind; other kinds stay unchanged. */
export async function updateDocument(
  db: Kysely<object>,
  { customerId, kind, state }: DocumentChange,
): Promise<void> {
  const change = JSON.stringify({ [kind]: state });
  await tables(db)
    .updateTable('customers')
    .set({ documents: sql<Documents>`documents || ${change}::jsonb` })
    .where('id', '=', customerId)
    .execute();
}

function toProfileRow(profile: Profile) {
  return {
    first_name: profile.firstName,
    last_name: profile.lastName,
    phone: profile.phone,
    birth_date: profile.birthDate,
    country_id: profile.countryId,
    state: profile.state,
    city: profile.city,
    street: profile.street,
    zip_code: profile.zipCode,
  };
}

function tables(db: Kysely<object>): Kysely<CustomersTables> {
  return db.withTables<CustomersTables>();
}

function selectCustomers(db: Kysely<object>) {
  return tables(db)
    .selectFrom('customers')
    .select([
      'id',
      'email',
      'first_name',
      'last_name',
      'phone',
      'country_id',
      'state',
      'city',
      'street',
      'zip_code',
      'uniqid',
      'pin',
      'level',
      'auto_trading',
      'created_at',
      'account_added_at',
      'closed_at',
      'birth_date',
      'house_status',
      'openings_stopped',
      'is_closing',
      'email_confirmed_at',
      'documents',
    ]);
}

type CustomerRow = Awaited<ReturnType<ReturnType<typeof selectCustomers>['execute']>>[number];

function fromRow(row: CustomerRow): Customer {
  return {
    id: row.id,
    email: row.email,
    profile: {
      firstName: row.first_name,
      lastName: row.last_name,
      phone: row.phone,
      birthDate: row.birth_date,
      countryId: row.country_id,
      state: row.state,
      city: row.city,
      street: row.street,
      zipCode: row.zip_code,
    },
    uniqid: row.uniqid,
    pin: row.pin,
    level: row.level,
    autoTrading: row.auto_trading,
    standing: {
      brokerStatus: row.house_status,
      openingsStopped: row.openings_stopped,
      isClosing: row.is_closing,
    },
    isEmailConfirmed: row.email_confirmed_at !== null,
    documents: row.documents,
    createdAtMs: row.created_at.getTime(),
    hasAccount: row.account_added_at !== null,
    closedAtMs: row.closed_at?.getTime() ?? null,
  };
}
