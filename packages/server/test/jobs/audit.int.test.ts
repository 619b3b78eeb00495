import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import {
  countUnchained,
  findAuditProblem,
  queueAudit,
  recordAudit,
  startChaining,
  withAuditOrigin,
} from '#platform/audit/audit.ts';
import { migrate, type Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const AT_MS = Date.UTC(2026, 10, 20, 12, 0, 0, 123);

describeOnDatabase('the audit log', (database) => {
  let db: Database;
  beforeAll(async () => {
    db = await database.open();
    await migrate(db);
    for (let at = 1; at <= 5; at += 1) {
      await recordAudit(db.kysely, AT_MS + at, {
        actor: 'operator:root',
        action: 'account.block',
        subject: `customer:${at}`,
        reason: 'a "quoted", reason',
        before: { status: 'active' },
        after: { status: 'blocked', at },
      });
    }
    await withAuditOrigin({ ip: '203.0.113.7', reason: 'a request' }, async () => {
      await recordAudit(db.kysely, AT_MS, {
        actor: 'system',
        action: 'start',
        subject: 'installation',
      });
    });
  });
  afterAll(() => db.close());

  /** Changes the table behind the triggers' back, looks, and puts it back. */
  async function problemAfter(statement: string): Promise<number | undefined> {
    const outcome = db.kysely.transaction().execute(async (tx) => {
      await sql`alter table audit_events disable trigger all`.execute(tx);
      await sql.raw(statement).execute(tx);
      throw new Found(await findAuditProblem(tx));
    });
    return outcome.catch((error: unknown) => {
      if (error instanceof Found) return error.problem;
      throw error;
    });
  }

  it('names the member of staff who opened the session, never its customer', async () => {
    const event = { actor: 'customer:7', action: 'session.end', subject: 'customer:7' };
    const done = new Error('taken back');
    const recorded = db.kysely.transaction().execute(async (tx) => {
      await withAuditOrigin({ ip: '203.0.113.7', openedBy: 'staff:2' }, async () => {
        await recordAudit(tx, AT_MS, event);
        // Deeper inside, with a reason of its own.
        await withAuditOrigin({ ip: '203.0.113.7', reason: 'why' }, async () => {
          await recordAudit(tx, AT_MS, { ...event, after: { a: 1 } });
          await recordAudit(tx, AT_MS, { ...event, actor: 'system' });
        });
      });
      const { rows } = await sql`
        select actor, after from audit_events order by id desc limit 3`.execute(tx);
      expect(rows).toEqual([
        { actor: 'system', after: null },
        { actor: 'staff:2', after: { a: 1, sessionOf: 'customer:7' } },
        { actor: 'staff:2', after: { sessionOf: 'customer:7' } },
      ]);
      throw done;
    });
    await expect(recorded).rejects.toBe(done);
  });

  it('records who did what to whom, why and when', async () => {
    const [row] = await db.query('select * from audit_events where id = 2', []);
    expect(row).toMatchObject({
      id: 2,
      at: new Date(AT_MS + 2),
      actor: 'operator:root',
      action: 'account.block',
      subject: 'customer:2',
      reason: 'a "quoted", reason',
      before: { status: 'active' },
      after: { status: 'blocked', at: 2 },
    });
    expect(await findAuditProblem(db.kysely)).toBe(undefined);
  });

  it('records the address of a request, and its reason', async () => {
    const rows = await db.query(
      'select id, reason, ip from audit_events where id > 4 order by id',
      [],
    );
    expect(rows).toEqual([
      { id: 5, reason: 'a "quoted", reason', ip: null },
      { id: 6, reason: 'a request', ip: '203.0.113.7' },
    ]);
  });

  it.each([
    "update audit_events set reason = 'another' where id = 2",
    'delete from audit_events where id = 2',
    'truncate audit_events',
  ])('refuses: %s', async (statement) => {
    await expect(db.query(statement, [])).rejects.toThrow('append only');
    expect(await db.query('select count(*) as count from audit_events', [])).toEqual([
      { count: 6 },
    ]);
  });

  it('numbers and chains its rows itself, whatever an insert says', async () => {
    const outcome = db.kysely.transaction().execute(async (tx) => {
      await sql`insert into audit_events (id, at, actor, action, subject, previous_hash, hash)
        values (1, now(), 'a', 'b', 'c', ''::bytea, ''::bytea), (77, now(), 'a', 'b', 'd', ''::bytea, ''::bytea)`.execute(
        tx,
      );
      const { rows } = await sql<{ id: number }>`select id from audit_events order by id`.execute(
        tx,
      );
      expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      throw new Found(await findAuditProblem(tx));
    });
    await expect(outcome).rejects.toEqual(new Found(undefined));
  });

  it.each([
    ["update audit_events set reason = 'another' where id = 2", 2],
    ["update audit_events set actor = 'system' where id = 4", 4],
    ["update audit_events set after = '{}' where id = 1", 1],
    ["update audit_events set at = at + interval '1 microsecond' where id = 3", 3],
    ['update audit_events set reason = null where id = 5', 5],
    ['delete from audit_events where id = 3', 4],
    ['delete from audit_events where id = 1', 2],
    ['delete from audit_events where id = 6', 6],
    ['delete from audit_events where id >= 4', 4],
    ['delete from audit_events', 1],
    ['update audit_events set ip = null where id = 6', 6],
    ["update audit_events set ip = '203.0.113.8' where id = 6", 6],
    ["update audit_events set ip = '203.0.113.8' where id = 5", 5],
    [
      `insert into audit_events (id, at, actor, action, subject, previous_hash, hash)
       select 7, now(), 'a', 'b', 'c', hash, sha256('x') from audit_events where id = 6`,
      7,
    ],
    ['update audit_head set event_id = 5', 6],
    ["update audit_head set hash = sha256('x')", 7],
    ['delete from audit_head', 1],
    ["update audit_events set hash = sha256('x') where id = 3", 3],
  ])('finds the first wrong row after: %s', async (statement, problem) => {
    expect(await problemAfter(statement)).toBe(problem);
  });

  it('finds a row that was rewritten together with its own hash', async () => {
    const statement = `
      update audit_events set reason = 'another' where id = 2;
      update audit_events e set hash = audit_hash(e) where id = 2`;
    const [first = '', second = ''] = statement.split(';');
    const outcome = db.kysely.transaction().execute(async (tx) => {
      await sql`alter table audit_events disable trigger all`.execute(tx);
      await sql.raw(first).execute(tx);
      await sql.raw(second).execute(tx);
      throw new Found(await findAuditProblem(tx));
    });
    await expect(outcome).rejects.toEqual(new Found(3));
  });

  it('does not depend on the time zone of the session', async () => {
    const outcome = db.kysely.transaction().execute(async (tx) => {
      await sql`set local time zone 'Asia/Kolkata'`.execute(tx);
      throw new Found(await findAuditProblem(tx));
    });
    await expect(outcome).rejects.toEqual(new Found(undefined));
  });

  it('chains rows that are written at the same time', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        recordAudit(db.kysely, AT_MS, { actor: 'a', action: 'b', subject: `c:${at}` }),
      ),
    );
    expect(await db.query('select count(*) as count from audit_events', [])).toEqual([
      { count: 26 },
    ]);
    expect(await findAuditProblem(db.kysely)).toBe(undefined);
  });

  const queued = { actor: 'customer:9', action: 'session.start', subject: 'customer:9' };
  const listQueued = async () => await db.query('select * from audit_queue', []);

  it('queues records that commit with their action, and appends them before later ones', async () => {
    const failed = new Error('the action fails');
    const rolledBack = db.kysely.transaction().execute(async (tx) => {
      await queueAudit(tx, AT_MS, queued);
      throw failed;
    });
    await expect(rolledBack).rejects.toBe(failed);
    expect(await listQueued()).toEqual([]);
    await withAuditOrigin({ ip: '203.0.113.9', reason: 'why' }, async () => {
      await queueAudit(db.kysely, AT_MS + 7, { ...queued, before: { a: 1 }, after: { by: 'b' } });
      await queueAudit(db.kysely, AT_MS + 8, queued);
    });
    expect(await listQueued()).toHaveLength(2);
    await recordAudit(db.kysely, AT_MS, { actor: 'a', action: 'later', subject: 'c' });
    expect(await listQueued()).toEqual([]);
    const rows = await db.query(
      'select at, action, reason, before, after, ip from audit_events order by id desc limit 3',
      [],
    );
    const { action } = queued;
    const origin = { action, reason: 'why', ip: '203.0.113.9' };
    expect(rows).toMatchObject([
      { action: 'later' },
      { ...origin, at: new Date(AT_MS + 8), before: null, after: null },
      { ...origin, at: new Date(AT_MS + 7), before: { a: 1 }, after: { by: 'b' } },
    ]);
    expect(await findAuditProblem(db.kysely)).toBe(undefined);
  });

  it('appends each queued record once, by the periodic task and before a later record', async () => {
    const append = async (subject: string, chain: () => Promise<void>): Promise<unknown> => {
      for (let at = 1; at <= 4; at += 1) {
        await queueAudit(db.kysely, AT_MS + at, { ...queued, subject });
      }
      await chain();
      expect(await listQueued()).toEqual([]);
      const rows = await db.query('select at from audit_events where subject = $1 order by id', [
        subject,
      ]);
      return rows.map(({ at }) => (at as Date).getTime() - AT_MS);
    };
    const later = { actor: 'a', action: 'later', subject: 'c' };
    const periodic = await append('periodic', async () => {
      const task = startChaining({ db, log: { warn: vi.fn(), error: vi.fn() } });
      await vi.waitFor(async () => expect(await listQueued()).toEqual([]), { timeout: 20_000 });
      await task.close();
    });
    expect(periodic).toEqual([1, 2, 3, 4]);
    const before = await append('before', async () => {
      await recordAudit(db.kysely, AT_MS, later);
    });
    expect(before).toEqual([1, 2, 3, 4]);
    // A transaction that has chained once chains again before its next record.
    const twice = await append('twice', async () => {
      await db.kysely.transaction().execute(async (tx) => {
        await sql`select audit_chain_queued(3)`.execute(tx);
        await queueAudit(tx, AT_MS + 5, { ...queued, subject: 'twice' });
        await recordAudit(tx, AT_MS, later);
      });
    });
    expect(twice).toEqual([1, 2, 3, 4, 5]);
    expect(await findAuditProblem(db.kysely)).toBe(undefined);
  });

  it('keeps queued records until they are in the chain, and reports those that stay', async () => {
    await queueAudit(db.kysely, AT_MS, queued);
    for (const statement of [
      'delete from audit_queue',
      "update audit_queue set actor = 'system'",
      'truncate audit_queue',
    ]) {
      await expect(db.query(statement, [])).rejects.toThrow('append only');
    }
    expect(await countUnchained(db.kysely)).toBe(0);
    await db.kysely.transaction().execute(async (tx) => {
      await sql`alter table audit_queue disable trigger all`.execute(tx);
      await sql`update audit_queue set queued_at = now() - interval '61 seconds'`.execute(tx);
      await sql`alter table audit_queue enable trigger all`.execute(tx);
    });
    expect(await countUnchained(db.kysely)).toBe(1);
    const chain = async () => await db.query('select audit_chain_queued(10) as chained', []);
    // Two programs at once append it once.
    const [[one], [two]] = await Promise.all([chain(), chain()]);
    expect(Number(one?.['chained']) + Number(two?.['chained'])).toBe(1);
    expect(await countUnchained(db.kysely)).toBe(0);
    expect(await findAuditProblem(db.kysely)).toBe(undefined);
  });
});

/** Ends a transaction without keeping it. */
class Found extends Error {
  readonly problem: number | undefined;

  constructor(problem: number | undefined) {
    super(`problem: ${problem ?? 'none'}`);
    this.problem = problem;
  }
}
