import type { Generated, Kysely } from 'kysely';
import type { Credentials, Customer, NewCustomer } from './customer.ts';

type CustomersTables = {
  customers: {
    id: Generated<number>;
    email: string;
    password_hash: string;
    first_name: string;
    last_name: string;
    phone: string;
    birth_date: string | null;
    country_id: number | null;
    state: string | null;
    city: string | null;
    street: string | null;
    zip_code: string | null;
    uniqid: string;
    pin: Generated<string | null>;
    level: Generated<string>;
    auto_trading: Generated<boolean>;
    terms_version: string;
    terms_accepted_at: Date;
    referred_by: string | null;
    source_page: string | null;
    created_at: Date;
    account_added_at: Generated<Date | null>;
  };
  attribution_codes: { code: string; kind: 'customer' | 'affiliate'; owner_id: number };
};

/** Undefined when the email is taken, also when someone else takes it at this very moment. */
export async function insertCustomer(
  db: Kysely<object>,
  customer: NewCustomer,
): Promise<number | undefined> {
  const at = new Date(customer.atMs);
  const { profile } = customer;
  const inserted = await tables(db)
    .insertInto('customers')
    .values({
      email: customer.email,
      password_hash: customer.passwordHash,
      first_name: profile.firstName,
      last_name: profile.lastName,
      phone: profile.phone,
      birth_date: profile.birthDate,
      country_id: profile.countryId,
      state: profile.state,
      city: profile.city,
      street: profile.street,
      zip_code: profile.zipCode,
      uniqid: customer.uniqid,
      terms_version: customer.termsVersion,
      terms_accepted_at: at,
      referred_by: customer.referredBy,
      source_page: customer.sourcePage,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function insertAttributionCode(
  db: Kysely<object>,
  code: { readonly code: string; readonly customerId: number },
): Promise<void> {
  await tables(db)
    .insertInto('attribution_codes')
    .values({ code: code.code, kind: 'customer', owner_id: code.customerId })
    .execute();
}

export async function isAttributionCode(db: Kysely<object>, code: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('attribution_codes')
    .select('code')
    .where('code', '=', code)
    .executeTakeFirst();
  return found !== undefined;
}

export async function isEmailTaken(db: Kysely<object>, email: string): Promise<boolean> {
  return (await findCredentials(db, email)) !== undefined;
}

export async function findCredentials(
  db: Kysely<object>,
  email: string,
): Promise<Credentials | undefined> {
  const row = await tables(db)
    .selectFrom('customers')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst();
  return row === undefined ? undefined : { customerId: row.id, passwordHash: row.password_hash };
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

/** The oldest customers whose account the engine may not have yet. */
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

export async function updatePasswordHash(
  db: Kysely<object>,
  customerId: number,
  passwordHash: string,
): Promise<void> {
  await tables(db)
    .updateTable('customers')
    .set({ password_hash: passwordHash })
    .where('id', '=', customerId)
    .execute();
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
      'birth_date',
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
    createdAtMs: row.created_at.getTime(),
    hasAccount: row.account_added_at !== null,
  };
}
