import {
  ACCOUNT_STATES,
  ACCOUNT_STATUSES,
  CLIENT_CATEGORIES,
  customers as customersShape,
} from '@halyard/contract/backoffice/customers';
import type { DetailOf } from '@halyard/contract/backoffice/resource';
import { assertPresent } from '@halyard/core/assertion';
import type { AccountTerms } from '@halyard/core/engine';
import { LEVERAGES } from '@halyard/core/instrument';
import { cents, toEuros } from '@halyard/core/money';
import { sql } from 'kysely';
import { isProfileComplete, profileVersion } from '#features/customers/customers.ts';
import type { Customer } from '#features/customers/customers.ts';
import { isSecondFactorOn } from '#features/identity/identity.ts';
import { sumDebt } from '#features/payments/payments.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { bindResource, startsWith } from '../frame/frame.ts';
import type { ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';
import { ACCOUNT_STATE } from './account-state.ts';
import { customerActions } from './customer-actions.ts';
import type { CustomerDeps } from './customer-actions.ts';
import { listEntries, listNotes, listReversals, listTransactions } from './customer-histories.ts';

const Stored = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  country: z.nullable(z.string()),
  created_at: z.date(),
  level: z.string(),
  verified: z.boolean(),
  status: z.enum(ACCOUNT_STATUSES),
  account_state: z.enum(ACCOUNT_STATES),
  category: z.enum(CLIENT_CATEGORIES),
  cash_cents: z.int(),
});

// The columns must be written as in the indexes of 0001-customers.sql, so that PostgreSQL uses
// these.
const ID = { by: sql`c.id`, type: 'bigint' } as const;
const EMAIL = sql`email collate "C"`;
const FIRST_NAME = sql`lower(first_name) collate "C"`;
const LAST_NAME = sql`lower(last_name) collate "C"`;
const PHONE = sql`phone collate "C"`;
const PHONE_TYPED = /^\+?[\d\s()/.-]+$/;
const ID_TYPED = /^[1-9]\d{0,14}$/;

const list = {
  select: sql`c.id, c.email, c.first_name, c.last_name, c.phone, k.alpha2 as country, c.created_at,
    c.level, a.is_verified as verified, a.status, ${ACCOUNT_STATE} as account_state,
    a.client_category as category, a.cash_cents`,
  // The join is complete: a missing engine account is created within the sign-up itself, or at the
  // next start.
  from: sql`customers c join trading_accounts a on a.id = c.id
    left join countries k on k.id = c.country_id`,
  key: ID,
  sorts: {
    id: ID,
    created_at: { by: sql`c.created_at`, type: 'timestamptz' },
    email: { by: sql`c.email collate "C"`, type: 'text' },
    last_name: { by: sql`lower(c.last_name) collate "C"`, type: 'text' },
  },
  filters: {
    verified: (value: '0' | '1') => sql`a.is_verified = ${value === '1'}`,
    status: (value: string) => sql`a.status = ${value}`,
    category: (value: string) => sql`a.client_category = ${value}`,
    country: (value: string) =>
      sql`c.country_id = (select id from countries where alpha2 = ${value})`,
    created_from: (day: string) => sql`c.created_at >= ${day}::date::timestamp at time zone 'UTC'`,
    created_until: (day: string) =>
      sql`c.created_at < (${day}::date + 1)::timestamp at time zone 'UTC'`,
  },
  search: {
    id: (text) => (ID_TYPED.test(text) ? sql`select ${Number(text)}::bigint as id` : undefined),
    email: (text) => sql`select id from customers where ${startsWith(EMAIL, text.toLowerCase())}`,
    first_name: (text) =>
      sql`select id from customers where ${startsWith(FIRST_NAME, text.toLowerCase())}`,
    last_name: (text) =>
      sql`select id from customers where ${startsWith(LAST_NAME, text.toLowerCase())}`,
    phone: (text) =>
      PHONE_TYPED.test(text)
        ? sql`select id from customers
            where ${startsWith(PHONE, `+${text.replaceAll(/\D/g, '').replace(/^00/, '')}`)}`
        : undefined,
  },
  toRow: (record) => {
    const { created_at: createdAt, cash_cents: cashCents, ...row } = z.parse(Stored, record);
    return { ...row, created_at: createdAt.toISOString(), cash: toEuros(cents(cashCents)) };
  },
} satisfies ListSource<unknown>;

export function customersResource(
  deps: CustomerDeps & Pick<OperatorCommandDeps, 'trading'>,
): readonly RouteBinding[] {
  const { db, customers, trading, practice, screening } = deps;
  const termsOf = async (id: number) =>
    assertPresent(await deps.engine.account(id), 'a customer has an account').terms;
  return bindResource(deps, customersShape, {
    list,
    detail: {
      profile_version: async (id) => profileVersion(await customers.getCustomer(id)),
      profile: async (id) => toProfile(await customers.getCustomer(id)),
      screening_state: async (id) => (await screening.find(await customers.getCustomer(id))).state,
      screening: async (id) => (await screening.find(await customers.getCustomer(id))).details,
      screening_version: async (id) =>
        (await screening.find(await customers.getCustomer(id))).version,
      pin: async (id) => (await customers.getCustomer(id)).pin,
      restriction: async (id) => (await customers.getCustomer(id)).standing.brokerStatus,
      protected: async (id) => (await termsOf(id)).hasGuaranteedStop,
      own_stop: async (id) => (await customers.getCustomer(id)).standing.openingsStopped,
      permissions: async (id) => toPermissions(await termsOf(id)),
      figures: async (id) => (await trading.viewAccount(id)).figures,
      open_positions: async (id) => (await trading.viewAccount(id)).positions.open,
      practice_figures: async (id) => (await practice.findView(id))?.figures ?? null,
      practice_positions: async (id) => (await practice.findView(id))?.positions.open ?? [],
      second_factor: async (id) => await isSecondFactorOn(db.kysely, id),
      sessions: async (id) => [...(await customers.listSessions(id))],
      devices: async (id) => (await customers.listDevices(id)).map(toDevice),
      transactions: async (id) => await listTransactions(db, id),
      debt: async (id) => toEuros(await sumDebt(db.kysely, id)),
      reversals: async (id) => await listReversals(db, id),
      ledger: async (id) => await listEntries(db, id),
      notes: async (id) => await listNotes(db, id),
      referrals: async (id) =>
        (await customers.listReferrals(id)).map(({ id: customerId, ...referral }) => ({
          customer_id: customerId,
          ...referral,
        })),
    },
    actions: customerActions(deps),
  });
}

type Detail = DetailOf<typeof customersShape>;

function toProfile(customer: Customer): Detail['profile'] {
  const { profile } = customer;
  return {
    birth_date: profile.birthDate,
    state: profile.state,
    city: profile.city,
    street: profile.street,
    zip_code: profile.zipCode,
    complete: isProfileComplete(customer),
    email_confirmed: customer.isEmailConfirmed,
    uniqid: customer.uniqid,
  };
}

type ListedDevice = Awaited<ReturnType<CustomerDeps['customers']['listDevices']>>[number];

function toDevice({ firstSeenAtMs, lastUsedAtMs, ...device }: ListedDevice) {
  return {
    ...device,
    first_seen: new Date(firstSeenAtMs).toISOString(),
    last_used: new Date(lastUsedAtMs).toISOString(),
  };
}

function toPermissions(terms: AccountTerms): Detail['permissions'] {
  const { permittedCategories, leverageIndexes } = terms;
  return Object.fromEntries(
    permittedCategories.map((category) => [
      category,
      (leverageIndexes[category] ?? []).flatMap((index) => LEVERAGES[index] ?? []),
    ]),
  );
}
