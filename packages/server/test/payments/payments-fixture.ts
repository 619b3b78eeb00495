// The use cases of money in and out on a real database, a real engine and real features, without
// the edge. What a session must prove is tested at the edge.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cents, toEuros } from '@halyard/core/money';
import type { AccountTerms } from '@halyard/core/engine';
import type { Cents } from '@halyard/core/money';
import { afterAll, beforeAll, expect } from 'vitest';
import { createApprovals } from '#features/approvals/approvals.ts';
import { createCustomers } from '#features/customers/customers.ts';
import { createIdentity } from '#features/identity/identity.ts';
import { createLocations } from '#features/locations/locations.ts';
import type { Customers } from '#features/customers/customers.ts';
import { createNotifications } from '#features/notifications/notifications.ts';
import { auditTransactions } from '#features/payments/audit-transactions.ts';
import { createDeposit } from '#features/payments/deposits/create-deposit.ts';
import type { DepositRequest } from '#features/payments/deposits/create-deposit.ts';
import { grant } from '#features/payments/grant.ts';
import { requestWithdrawal } from '#features/payments/withdrawals/request-withdrawal.ts';
import type { WithdrawalRequest } from '#features/payments/withdrawals/request-withdrawal.ts';
import type { RoutesDeps } from '#features/payments/routes.ts';
import type { Transaction } from '#features/payments/transaction.ts';
import { createTransactionId } from '#features/payments/transaction-id.ts';
import { findTransaction } from '#features/payments/transaction-store.ts';
import { createStaffFeature } from '#features/staff/staff.ts';
import { checkDeposit } from '#features/client-limits/check-deposit.ts';
import { migrate, type Database, type Row } from '#platform/db/db.ts';
import { openFiles } from '#platform/files/files.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log/log.ts';
import { createMailer } from '#platform/mail/mail.ts';
import {
  expectHealthy,
  INSTRUMENTS,
  RULES,
  startEngine,
  TERMS,
  type TestEngine,
} from '../engine/engine-fixture.ts';
import { createTestLog } from '../support/http-server.ts';
import { NO_CHANGES } from '../support/test-database.ts';
import type { TestDatabase } from '../support/test-database.ts';
import { TEST_KEYRING } from '../support/test-keyring.ts';

const PROVIDERS = [
  { id: 'paymaxis', title: 'Paymaxis' },
  { id: 'ikajo', title: 'Ikajo' },
];
const SETTINGS = {
  payments: { methods: { depositMethods: ['bank' as const], providerOrder: [] } },
  unverifiedDepositMaxCents: cents(200_000),
  withdrawalFeeCents: cents(0),
};
const FOUR_EYES = {
  withdrawalFourEyesCents: cents(500_000),
  bookingFourEyesCents: cents(500_000),
  approverAgeDays: 7,
};
const CLOCK = { nowMs: () => Date.now() };

export type FixtureDeps = RoutesDeps & {
  readonly log: Log;
  readonly jobs: Jobs;
  readonly customers: Customers;
};

export type Fixture = {
  readonly engine: () => TestEngine;
  readonly deps: (settings?: { readonly withdrawalFeeCents: Cents }) => FixtureDeps;
  /** A new one each time, complete and verified, with so many euros. */
  customer(euros?: number): Promise<number>;
  /** The actor of a member of staff for years, who counts as one of two people. */
  approver(): Promise<string>;
  /** As little as a customer may have, and not verified. */
  unverified(): Promise<number>;
  /** A deposit that the customer has asked for. */
  deposit(customerId: number, request?: Partial<DepositRequest>): Promise<Transaction>;
  /** A withdrawal that waits for staff. */
  withdrawal(customerId: number, euros: number): Promise<Transaction>;
  get(id: string): Promise<Transaction>;
  /** Euros of cash, and of what is set aside. */
  cash(customerId: number): Promise<number>;
  held(customerId: number): Promise<number>;
  /** The engine's terms of the customer's account. */
  terms(customerId: number): Promise<AccountTerms>;
  /** What the customer owes, in euros. */
  debt(customerId: number): Promise<number>;
  rows(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
};

/** For all tests of a block; at their end the books and the transactions must agree. */
export function openFixture(database: TestDatabase): Fixture {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-payments-'));
  let opened: Awaited<ReturnType<typeof openParts>> | undefined;
  const parts = () => opened ?? expect.fail('the stand is not open yet');
  const deps: Fixture['deps'] = (settings) => ({
    ...parts(),
    settings: { ...SETTINGS, ...settings },
  });
  beforeAll(async () => {
    opened = await openParts(await database.open(), folder);
  });
  afterAll(async () => {
    const { db, engine } = parts();
    const { problems } = await auditTransactions(db);
    await expectHealthy(engine, db);
    await engine.stop();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
    expect(problems).toEqual([]);
  });
  const rows: Fixture['rows'] = async (text, values = []) => await parts().db.query(text, values);
  return {
    engine: () => parts().engine,
    deps,
    customer: async (euros = 1) => {
      const id = await addCustomer(parts());
      await fund(deps(), id, euros);
      return id;
    },
    approver: async () => {
      const [row] = await rows(
        `insert into staff (email, name, password_hash, roles, created_at, sealed_totp,
           totp_confirmed_at, changed_at, changed_by)
         values ($1, 'Member', '', '{finance}', '2020-01-01', 'x', '2020-01-01', '2020-01-01', 'x')
         returning id`,
        [`${crypto.randomUUID()}@staff.example`],
      );
      return `staff:${String(row?.['id'])}`;
    },
    unverified: async () => {
      const id = await addCustomer(parts());
      const terms = { ...TERMS, isVerified: false };
      const change = { kind: 'change-terms', accountId: id, atMs: Date.now(), terms } as const;
      await parts().engine.submit('unverify', change);
      await fund(deps(), id, 1);
      return id;
    },
    deposit: async (customerId, request) =>
      expectCreated(await createDeposit(deps(), { ...requestOf(customerId), ...request })),
    withdrawal: async (customerId, euros) =>
      expectCreated(await requestWithdrawal(deps(), withdrawalOf(customerId, euros))),
    get: async (id) =>
      (await findTransaction(parts().db.kysely, id)) ?? expect.fail(`there is no ${id}`),
    cash: async (customerId) => {
      const account = await parts().engine.account(customerId);
      return toEuros(account?.cashCents ?? cents(0));
    },
    held: async (customerId) => {
      const account = await parts().engine.account(customerId);
      return [...(account?.holds.values() ?? [])].reduce((sum, one) => sum + toEuros(one), 0);
    },
    terms: async (customerId) =>
      (await parts().engine.account(customerId))?.terms ?? expect.fail('there is no account'),
    debt: async (customerId) => {
      const [row] = await rows(
        `select coalesce(-sum(amount_cents), 0)::bigint as owed from ledger_entries
         where customer_id = $1 and account = 'customer:debt'`,
        [customerId],
      );
      return Number(row?.owed) / 100;
    },
    rows,
  };
}

async function openParts(db: Database, folder: string) {
  await migrate(db);
  const engine = await startEngine(db);
  const log = createTestLog([]);
  const files = await openFiles(folder);
  const jobs = createJobs({ db, clock: CLOCK, log });
  const mailer = createMailer({
    jobs,
    clock: CLOCK,
    files,
    from: 'House <a@b.example>',
    smtpUrl: undefined,
  });
  const broker = {
    operatorName: 'House',
    operatorEmail: 'staff@b.example',
  };
  const findSiteUrl = () => 'https://a.example';
  const settings = {
    ...broker,
    registration: true,
    platformOnly: false,
    signUpsPerHour: 1000,
    countriesBlocked: [],
    ipInfoUrl: undefined,
  };
  const keyring = TEST_KEYRING;
  const base = {
    db,
    engine,
    keyring,
    clock: CLOCK,
    log,
    files,
    jobs,
    mailer,
    settings,
    findSiteUrl,
  };
  const notifications = createNotifications({
    ...base,
    setLanguage: async (tx, change) => await customers.setLanguage(tx, change),
    riskWarning: () => undefined,
  });
  const locations = await createLocations(base);
  const identity = await createIdentity({ ...base, locations, changes: NO_CHANGES });
  const customers = await createCustomers({ ...base, notifications, identity, locations });
  const staff = createStaffFeature({
    db,
    clock: CLOCK,
    log,
    identity,
    notifications,
    findSiteUrl,
    settings: {
      operatorName: 'Halyard',
      signOn: undefined,
      backofficeUrl: undefined,
      approverAgeDays: 7,
    },
  });
  return {
    db,
    engine,
    rules: RULES,
    listed: new Map(INSTRUMENTS.map((one) => [one.symbol, one])),
    clock: CLOCK,
    log,
    jobs,
    notifications,
    approvals: createApprovals({ clock: CLOCK, staff, settings: FOUR_EYES }),
    customers: { ...customers, checkAuthenticationLevel: async () => undefined },
    clientLimits: { checkDeposit },
    linkedAccounts: { findWithdrawalStop: async () => undefined },
    cardProviders: PROVIDERS,
  };
}

function expectCreated(created: Awaited<ReturnType<typeof createDeposit>>): Transaction {
  return created.kind === 'created'
    ? created.transaction
    : expect.fail(JSON.stringify(created.rejection));
}

export function requestOf(customerId: number): DepositRequest {
  return {
    customerId,
    amount: 250,
    methodId: 1,
    provider: 'paymaxis',
    comments: undefined,
    requestId: undefined,
  };
}

export function withdrawalOf(customerId: number, euros: number): WithdrawalRequest {
  return {
    caller: { subjectId: customerId, sessionId: 'none' },
    ip: '127.0.0.1',
    amount: (0 - euros).toFixed(2),
    comments: 'DE00 1234',
    code: undefined,
    requestId: undefined,
  };
}

/** Books so many euros as a manual deposit. */
export async function fund(deps: FixtureDeps, customerId: number, euros: number): Promise<void> {
  const granted = await grant(deps, {
    kind: 'manual-deposit',
    customerId,
    amountCents: cents(Math.round(euros * 100)),
    transactionId: createTransactionId('D'),
    actor: 'system',
    reason: 'test funds',
  });
  expect(granted.kind).toBe('done');
}

let customers = 0;

async function addCustomer({
  db,
  engine,
}: {
  readonly db: Database;
  readonly engine: TestEngine;
}): Promise<number> {
  customers += 1;
  const name = `customer-${customers}`;
  const [row] = await db.query(
    `insert into customers (email, password_hash, first_name, last_name, phone, birth_date,
       country_id, state, city, street, zip_code, uniqid, terms_version, terms_accepted_at,
       created_at, account_added_at)
     values ($1, '', 'Test', 'Customer', '+493023125000', '1990-01-01', 276, 'Berlin', 'Berlin',
       'Beispielstraße 1', '10115', $2, 'test', now(), now(), now()) returning id`,
    [`${name}@example.com`, name],
  );
  const accountId = Number(row?.id);
  await engine.submit('add', { kind: 'add-account', accountId, atMs: Date.now(), terms: TERMS });
  return accountId;
}
