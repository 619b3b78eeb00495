// The session by which a member of staff sees what a customer sees: when it ends, and whose acts the
// audit log calls what it causes.
import type { Role } from '@halyard/contract/backoffice/roles';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { signInStaff } from '../support/staff.ts';
import { signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const REASON = 'asked for by telephone';

describeOnDatabase('a view of an account', (database) => {
  let server: TestServer;
  let customerId: number;
  beforeAll(async () => {
    server = await startServer({ database });
    customerId = (await signUp(server, 'viewed@example.com')).user.id;
  }, 180_000);
  afterAll(async () => await server.stop());

  const staff = async (role: Role) =>
    await signInStaff(server, `${crypto.randomUUID()}@staff.example`, role);
  const view = async (token: string) =>
    await server.post<{ access_token: string }>(
      `/api/backoffice/customers/${customerId}/view-as`,
      { reason: REASON },
      { token },
    );
  const waiting = async (count: number) =>
    await eventually(async () => {
      const rows = await server.query(
        `select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows.length).toBeGreaterThanOrEqual(count);
    });

  it('does not start for roles that can’t read the customer’s money', async () => {
    for (const role of ['compliance', 'finance', 'dealing', 'content'] as const) {
      const { token } = await staff(role);
      expect((await view(token)).envelope, role).toMatchObject({ code: 'forbidden' });
    }
  });

  it('does not start for a member who is disabled concurrently', async () => {
    const viewer = await staff('support');
    const db = await database.open();
    const [held, audit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Both have to wait before they commit: each writes to the audit log.
    const holding = db.kysely.transaction().execute(async (tx) => {
      await sql`select from audit_head for update`.execute(tx);
      held.resolve();
      await audit.promise;
    });
    await held.promise;
    const disabling = server.operator('staff', 'disable', viewer.email);
    await waiting(1);
    const viewing = view(viewer.token);
    await waiting(2);
    audit.resolve();
    await Promise.all([holding, disabling]);
    await db.close();
    expect((await viewing).envelope).toMatchObject({ code: 'forbidden' });
    const views = await server.query(
      'select id from sessions where viewed_by = $1 and ended_at is null',
      [viewer.id],
    );
    expect(views).toEqual([]);
  });
});
