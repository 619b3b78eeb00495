import type { Safeguards } from '@halyard/contract/client-limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#platform/db/db.ts';
import { eventually } from '../support/eventually.ts';
import {
  dataOf,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY } from '../support/trader.ts';

const PATH = '/api/accounts/safeguards';

// The embedded database does one transaction at a time, and so cannot be made to hold one up.
describeOnDatabase('an exclusion that is set while a limit is settled', (database) => {
  let server: TestServer;
  let db: Database;
  beforeAll(async () => {
    server = await startServer({ database });
    db = await database.open();
  });
  afterAll(async () => {
    await db.close();
    await server.stop();
  });

  it('applies, whichever was checked first', async () => {
    const { access_token: token, user } = await signUpTrader(server, 'race@example.com', '300');
    const call = async (path: string, body: object) =>
      dataOf((await server.post<Safeguards>(`${PATH}${path}`, body, { token })).envelope);
    for (const period of ['day', 'week', 'month']) {
      await call('/limit', { kind: 'loss', period, amount: 200 });
    }
    const answers: Promise<unknown>[] = [];
    await db.kysely.transaction().execute(async (tx) => {
      // The settling has found no exclusion and waits to read the limits.
      await sql`lock table ledger_entries in access exclusive mode`.execute(tx);
      answers.push(call('/limit/keep', { kind: 'deposit', period: 'day' }));
      await eventually(async () => {
        const { rows } = await sql`
          select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db.kysely);
        if (rows.length === 0) throw new Error('nobody waits');
      });
      answers.push(call('/timeOut', { days: 2 }));
      await eventually(async () => {
        const { rows } = await sql`
          select 1 from exclusions where customer_id = ${user.id}`.execute(db.kysely);
        if (rows.length === 0) throw new Error('no exclusion yet');
      });
    });
    await Promise.all(answers);
    const socket = await server.connect('/positions', token);
    const envelope = await send(socket, 'openPosition', { ...BUY, amount: 10 });
    expect(envelope).toMatchObject({ status: 'error', code: 'time-out' });
  });
});
