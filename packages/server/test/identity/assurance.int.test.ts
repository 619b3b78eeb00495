import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createThrottles } from '#features/identity/throttles/throttles.ts';
import { checkAuthenticationLevel } from '#features/customers/credentials/check-authentication-level.ts';
import { createSecretCipher } from '#features/identity/secret-cipher.ts';
import { migrate, type Database } from '#platform/db/db.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createTestLog } from '../support/http-server.ts';
import {
  createNotificationsFixture,
  type NotificationsFixture,
} from '../support/notifications-fixture.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const NOW_MS = Date.UTC(2026, 10, 20);
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const ip = '192.0.2.1';
const KEY = Buffer.alloc(32, 7);

describeOnDatabase('taking money out', (database) => {
  let db: Database;
  let fixture: NotificationsFixture;
  let deps: Parameters<typeof checkAuthenticationLevel>[0];
  beforeAll(async () => {
    db = await database.open();
    await migrate(db);
    const clock = { nowMs: () => NOW_MS };
    const log = createTestLog([]);
    fixture = await createNotificationsFixture({ db, clock, jobs: createJobs({ db, clock, log }) });
    deps = {
      db,
      clock,
      log,
      cipher: createSecretCipher({ currentName: () => 'credentials', find: () => KEY }),
      throttles: createThrottles({ db, clock }),
      findSiteUrl: () => 'http://localhost',
      notifications: fixture.notifications,
    };
  });
  afterAll(async () => {
    await db.close();
    await fixture.close();
  });

  let made = 0;
  const make = async (is: { confirmed: boolean; assurance: 'full' | 'low'; factor: boolean }) => {
    const email = `customer-${(made += 1)}@example.com`;
    const [row] = await db.query(
      `insert into customers (email, password_hash, first_name, last_name, phone, uniqid,
         terms_version, terms_accepted_at, created_at, email_confirmed_at)
       values ($1, 'x', 'Test', 'Customer', '+493023125000', $1, 'x', now(), now(),
         case when $2 then now() end) returning id`,
      [email, is.confirmed],
    );
    const customerId = Number(row?.id);
    const sessionId = randomUUID();
    await db.query(
      `insert into sessions (id, kind, subject_id, token_hash, assurance, created_at,
         last_used_at, expires_at, ip, network, user_agent)
       values ($1, 'customer', $2, encode(sha256($3), 'hex'), $4, now(), now(), now(), '', '', '')`,
      [sessionId, customerId, Buffer.from(sessionId), is.assurance],
    );
    if (is.factor) {
      await db.query(
        `insert into second_factors (customer_id, sealed_secret, created_at, confirmed_at, last_step)
         values ($1, $2, now(), now(), 0)`,
        [customerId, deps.cipher.close(SECRET, `second-factor:${customerId}`)],
      );
    }
    return { customerId, sessionId, ip };
  };

  it.each([
    [{ confirmed: true, assurance: 'full', factor: false }, undefined],
    [{ confirmed: false, assurance: 'full', factor: false }, 'email-unconfirmed'],
    [{ confirmed: true, assurance: 'low', factor: false }, 'password-required'],
    [{ confirmed: true, assurance: 'full', factor: true }, 'second-factor'],
    [{ confirmed: false, assurance: 'low', factor: true }, 'email-unconfirmed'],
    [{ confirmed: true, assurance: 'low', factor: true }, 'password-required'],
  ] as const)('of %j is refused with %s', async (is, code) => {
    expect((await checkAuthenticationLevel(deps, await make(is)))?.code).toBe(code);
  });

  it('requires a code of the second factor, each code once', async () => {
    const claim = await make({ confirmed: true, assurance: 'full', factor: true });
    const code = TOTP.generate({ secret: Secret.fromBase32(SECRET), timestamp: NOW_MS });
    const check = async (sent: string) =>
      (await checkAuthenticationLevel(deps, { ...claim, code: sent }))?.code;
    expect(await check('000000')).toBe('code-invalid');
    expect(await check(code)).toBeUndefined();
    expect(await check(code)).toBe('code-invalid');
  });

  it('is rejected in a session that has ended', async () => {
    const claim = await make({ confirmed: true, assurance: 'full', factor: false });
    await db.query(`update sessions set ended_at = now(), end_reason = 'revoked' where id = $1`, [
      claim.sessionId,
    ]);
    expect((await checkAuthenticationLevel(deps, claim))?.code).toBe('session-ended');
  });
});
