import { setLimit, takeTimeOut } from '@halyard/contract/client-limits';
import { cents, negateCents } from '@halyard/core/money';
import { createPosting } from '@halyard/core/ledger';
import { DAY_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCustomers } from '#features/customers/customers.ts';
import { createIdentity } from '#features/identity/identity.ts';
import { createLocations } from '#features/locations/locations.ts';
import { createClientLimits, type ClientLimits } from '#features/client-limits/client-limits.ts';
import { migrate, type Database } from '#platform/db/db.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log/log.ts';
import { startEngine, type TestEngine } from '../engine/engine-fixture.ts';
import {
  createNotificationsFixture,
  type NotificationsFixture,
} from '../support/notifications-fixture.ts';
import { describeOnDatabase, NO_CHANGES } from '../support/test-database.ts';
import { TEST_KEYRING } from '../support/test-keyring.ts';

/** A Friday. */
const START_MS = Date.UTC(2026, 10, 20, 12);

describeOnDatabase('a deposit', (database) => {
  let nowMs = START_MS;
  let db: Database;
  let engine: TestEngine;
  let clientLimits: ClientLimits;
  let fixture: NotificationsFixture;
  let addCustomer: (email: string) => Promise<number>;
  beforeAll(async () => {
    db = await database.open();
    await migrate(db);
    engine = await startEngine(db);
    const clock = { nowMs: () => nowMs };
    const log = createLog('silent');
    const jobs = createJobs({ db, clock, log });
    fixture = await createNotificationsFixture({ db, clock, jobs });
    const settings = {
      operatorName: 'House',
      registration: true,
      platformOnly: false,
      signUpsPerHour: 1000,
      countriesBlocked: [],
      ipInfoUrl: undefined,
    };
    const base = { ...fixture, keyring: TEST_KEYRING, db, engine, clock, log, jobs, settings };
    const locations = await createLocations(base);
    const identity = await createIdentity({ ...base, locations, changes: NO_CHANGES });
    const findSiteUrl = (): string => 'http://localhost';
    const customers = await createCustomers({ ...base, identity, locations, findSiteUrl });
    clientLimits = createClientLimits({
      ...fixture,
      db,
      changes: NO_CHANGES,
      engine,
      owner: engine,
      clock,
      log,
      jobs,
      customers,
    });
    addCustomer = async (email) => {
      const profile = {
        firstName: 'Test',
        lastName: 'Customer',
        phone: '+493023125000',
        birthDate: null,
        countryId: null,
        state: null,
        city: null,
        street: null,
        zipCode: null,
      };
      const added = { email, password: 'a long password', profile, termsVersion: 'test' };
      return (await customers.addCustomer(added)) ?? expect.fail('the email is free');
    };
  });
  afterAll(async () => {
    clientLimits.close();
    await engine.stop();
    await db.close();
    await fixture.close();
  });

  const call = async (path: string, customerId: number, body: object): Promise<void> => {
    const found: RouteBinding | undefined = clientLimits.routes.find(
      (one) => one.route.path === path,
    );
    const caller = { kind: 'customer', subjectId: customerId, sessionId: 's', token: 't' };
    const answer = await found?.handler({ body, caller } as never);
    expect(answer).toMatchObject({ kind: 'ok' });
  };
  const limit = async (customerId: number, period: string, amount: number | null): Promise<void> =>
    await call(setLimit.path, customerId, { kind: 'deposit', period, amount });
  const check = async (customerId: number, euros: number, pendingEuros = 0) =>
    await clientLimits.checkDeposit(db.kysely, {
      customerId,
      amountCents: cents(euros * 100),
      pending: { amountCents: cents(pendingEuros * 100), references: ['begun'] },
      atMs: nowMs,
    });
  /** Gives the reference of its posting. */
  const book = async (customerId: number, euros: number): Promise<string> => {
    const amountCents = cents(euros * 100);
    const uniqueKey = `deposit:${crypto.randomUUID()}`;
    const outcome = await engine.submit(uniqueKey, {
      kind: 'post-funds',
      accountId: customerId,
      atMs: nowMs,
      posting: createPosting({
        kind: 'deposit',
        reference: uniqueKey,
        uniqueKey,
        atMs: nowMs,
        entries: [
          { account: 'customer:cash', customerId, amountCents },
          { account: 'house:bank', customerId: null, amountCents: negateCents(amountCents) },
        ],
      }),
    });
    expect(outcome.kind).toBe('done');
    return uniqueKey;
  };

  it('of any size fits while there is no limit', async () => {
    const id = await addCustomer('free@example.com');
    await book(id, 5_000);
    expect(await check(id, 999_999)).toBeUndefined();
  });

  it('counts once while it is booked and its transaction is not updated yet', async () => {
    nowMs = START_MS;
    const id = await addCustomer('booking@example.com');
    await limit(id, 'day', 500);
    const reference = await book(id, 400);
    const begun = { customerId: id, amountCents: cents(10_000), atMs: nowMs };
    const pending = { amountCents: cents(40_000), references: [reference] };
    expect(await clientLimits.checkDeposit(db.kysely, { ...begun, pending })).toBeUndefined();
    const other = { ...pending, references: ['of another'] };
    expect(await clientLimits.checkDeposit(db.kysely, { ...begun, pending: other })).toMatchObject({
      facts: { available: 0 },
    });
  });

  it('must fit the remaining limits of day, week and month, including pending deposits', async () => {
    nowMs = START_MS;
    const id = await addCustomer('limited@example.com');
    await limit(id, 'day', 500);
    await limit(id, 'week', 800);
    await limit(id, 'month', 1_000);
    expect(await check(id, 500)).toBeUndefined();
    expect(await check(id, 500.01)).toEqual({
      code: 'deposit-limit',
      facts: { available: 500, until: '2026-11-21T00:00:00.000Z' },
    });
    expect(await check(id, 250, 250.01)).toMatchObject({ facts: { available: 249.99 } });
    await book(id, 400);
    expect(await check(id, 100)).toBeUndefined();
    expect(await check(id, 100.01)).toMatchObject({ facts: { available: 100 } });
    // Saturday: the day is new, the week is not.
    nowMs = START_MS + DAY_MS;
    await book(id, 300);
    expect(await check(id, 100.01)).toEqual({
      code: 'deposit-limit',
      facts: { available: 100, until: '2026-11-23T00:00:00.000Z' },
    });
    // Monday: the week is new, the month is not.
    nowMs = START_MS + 3 * DAY_MS;
    expect(await check(id, 300)).toBeUndefined();
    expect(await check(id, 300.01)).toEqual({
      code: 'deposit-limit',
      facts: { available: 300, until: '2026-12-01T00:00:00.000Z' },
    });
    // December.
    nowMs = Date.UTC(2026, 11, 1);
    expect(await check(id, 500)).toBeUndefined();
  });

  it('is held to the lower limit for the day before a higher one applies', async () => {
    nowMs = START_MS;
    const id = await addCustomer('waits@example.com');
    await limit(id, 'month', 100);
    await limit(id, 'month', 1_000);
    nowMs = START_MS + DAY_MS - 1;
    expect(await check(id, 100.01)).toMatchObject({ code: 'deposit-limit' });
    nowMs = START_MS + DAY_MS;
    expect(await check(id, 1_000)).toBeUndefined();
  });

  it('is rejected during the customer’s time-out', async () => {
    nowMs = START_MS;
    const id = await addCustomer('out@example.com');
    await call(takeTimeOut.path, id, { days: 1 });
    expect(await check(id, 1)).toEqual({
      code: 'time-out',
      facts: { until: '2026-11-21T12:00:00.000Z' },
    });
    nowMs = START_MS + DAY_MS;
    expect(await check(id, 1)).toBeUndefined();
  });
});
