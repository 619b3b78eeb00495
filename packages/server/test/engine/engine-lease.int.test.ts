import type { Quote } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { Outage } from '#platform/outage/outage.ts';
import { startCutProxy } from '../support/cut-proxy.ts';
import { takeLease } from '../support/take-lease.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { isLeaseFree } from '#engine/engine.ts';
import { BatchRows } from '#engine/commit/batch-rows.ts';
import { EngineStore } from '#engine/commit/store.ts';
import { readLeft } from '#engine/lease/lease.ts';
import { claimQuoteNumbers } from '#engine/lease/market-lease.ts';
import {
  addAccount,
  beginEngine,
  BTCUSD,
  EXPIRE,
  expectHealthy,
  open,
  openedBy,
  quoteOf,
  startEngine,
  TERMS,
} from './engine-fixture.ts';

const TAKE_OVER = { timeout: 20_000, interval: 50 };
let lastPostingId = 0;
let lastBatch = 0;

function nextPostingId(): number {
  lastPostingId += 1;
  return lastPostingId;
}

function nextBatch(): number {
  lastBatch += 1;
  return lastBatch;
}

describeOnDatabase('two engines on one database', (target) => {
  let db: Database;
  let other: Database;
  beforeAll(async () => {
    db = await target.open();
    other = await target.open();
    await migrate(db);
  });
  afterEach(async () => {
    const rows = await db.query('select epoch, sequence from commands order by sequence', []);
    const epochs = rows.map((row) => Number(row.epoch));
    if (epochs.some((epoch, index) => epoch < (epochs[index - 1] ?? 0))) {
      throw new Error(`An older epoch wrote after a newer one: ${epochs.join(' ')}`);
    }
  });
  afterAll(async () => {
    await db.close();
    await other.close();
  });

  /** The owner renews its lease meanwhile. */
  const takeOver = async () =>
    await takeLease(
      async (text, values) => await db.query(text, values),
      async () => await startEngine(other),
    );

  it('let the second take over at once when the first stops', async () => {
    const first = await startEngine(db);
    await addAccount(first, 1, 1_000);
    const second = beginEngine(other);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(second.isReady()).toBe(false);
    await expect(second.submit('early', open(second, 1))).rejects.toThrow(Outage);
    await first.stop();
    await expect.poll(() => second.isReady(), { timeout: 2_000 }).toBe(true);
    openedBy(await second.submit('open', open(second, 1)));
    await second.stop();
    await expectHealthy(second, db);
  });

  it('prevent a replaced owner from writing', async () => {
    const stale = await startEngine(db);
    await addAccount(stale, 2, 1_000);
    const owner = await takeOver();
    const command = open(stale, 2);
    await expect(stale.submit('stale', command)).rejects.toThrow(Outage);
    expect(stale.isReady()).toBe(false);
    expect((await owner.account(2))?.positions.size).toBe(0);
    const positionId = openedBy(await owner.submit('stale', command));
    expect((await owner.account(2))?.positions.size).toBe(1);

    await owner.stop();
    await expect.poll(() => stale.isReady(), TAKE_OVER).toBe(true);
    expect(openedBy(await stale.submit('stale', command))).toBe(positionId);
    await stale.stop();
    await expectHealthy(stale, db);
  });

  it('reject an unconfirmed id that another owner used for other content as a duplicate', async () => {
    const proxy = await startCutProxy(target.url());
    const cut = await target.open({ url: proxy.url });
    const stale = await startEngine(cut);
    await addAccount(stale, 5, 1_000);
    const owner = await takeOver();
    proxy.cutNext('engine_commit', 'before');
    const doubted = stale.submit('contested', open(stale, 5, { euros: 100 }));
    await expect.poll(() => stale.isReady(), TAKE_OVER).toBe(false);
    openedBy(await owner.submit('contested', open(owner, 5, { euros: 200 })));
    await owner.stop();
    expect(await doubted).toMatchObject({ kind: 'refused', rejection: { code: 'duplicate-id' } });
    await stale.stop();
    await expectHealthy(stale, db);
    await cut.close();
    await proxy.close();
  });

  it('let a replaced idle owner notice it, and reload the other’s commits', async () => {
    const idle = await startEngine(db);
    await addAccount(idle, 4, 1_000);
    const owner = await takeOver();
    await expect.poll(() => idle.isReady(), TAKE_OVER).toBe(false);
    openedBy(await owner.submit('open', open(owner, 4)));
    await owner.stop();
    await expect.poll(() => idle.isReady(), TAKE_OVER).toBe(true);
    expect((await idle.account(4))?.positions.size).toBe(1);
    await idle.stop();
    await expectHealthy(idle, db);
  });

  it('let a returning owner continue from the last logged quotes, and wait until they are read', async () => {
    const older = quoteOf(BTCUSD, 8_000_000);
    const asked: (() => readonly Quote[])[] = [];
    const idle = await startEngine(db, {}, async () => {
      const answer = asked.shift();
      if (answer === undefined) throw new Outage('database', 'It is away.');
      return answer();
    });
    await addAccount(idle, 6, 1_000);
    await idle.tick(BTCUSD, 8_100_000);
    const newer = quoteOf(BTCUSD, 7_200_000);
    const owner = await takeOver();
    await expect.poll(() => idle.isReady(), TAKE_OVER).toBe(false);
    await owner.stop();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(idle.isReady()).toBe(false);
    asked.push(() => [newer]);
    await expect.poll(() => idle.isReady(), TAKE_OVER).toBe(true);
    expect(idle.market(BTCUSD).quote).toEqual(newer);

    const second = await takeOver();
    await expect.poll(() => idle.isReady(), TAKE_OVER).toBe(false);
    await second.stop();
    asked.push(() => [older]);
    await expect.poll(() => idle.isReady(), TAKE_OVER).toBe(true);
    expect(idle.market(BTCUSD).quote).toEqual(newer);
    await idle.stop();
    await expectHealthy(idle, db);
  });

  it('allow schema changes once no owner serves, or the owner is dead', async () => {
    const engine = await startEngine(db);
    expect(await isLeaseFree(other)).toBe(false);
    await engine.stop();
    expect(await isLeaseFree(other)).toBe(true);
    await db.query(
      `update engine_lease set owner = 'dead', expires_at = clock_timestamp() + interval '1 s'`,
      [],
    );
    expect(await isLeaseFree(other)).toBe(true);
  });

  it('read how long a lease lasts that has just been released, or that has no end', async () => {
    for (const table of ['engine_lease', 'market_lease'] as const) {
      for (const [expiresAt, leftMs] of [
        ['infinity', Infinity],
        ['-infinity', 0],
      ] as const) {
        await db.query(`update ${table} set expires_at = $1::timestamptz`, [expiresAt]);
        expect(await db.query(readLeft(table), [])).toEqual([{ left_ms: leftMs }]);
      }
    }
  });

  it('number quotes above those of the last leader, although all clocks are behind', async () => {
    const ahead = `update market_lease set epoch = 7, numbers_from = 1000,
      numbered_at = clock_timestamp() + interval '1 hour' where id = 1`;
    await db.query(ahead, []);
    expect(await claimQuoteNumbers(db, 7, 500)).toBe(1_000);
    expect(await claimQuoteNumbers(db, 6, 9_000)).toBeUndefined();
    expect(await claimQuoteNumbers(db, 7, 9e12)).toBe(9e12);
    await db.query(`update market_lease set numbers_from = 0, numbered_at = now()`, []);
  });

  it('end a hanging batch once its lease has expired', async () => {
    await db.query(EXPIRE, []);
    const hanging = new pg.Client({ connectionString: target.url() });
    const ended = new Promise((resolve) => {
      hanging.on('error', resolve);
    });
    await hanging.connect();
    await hanging.query('begin');
    await hanging.query('select pg_advisory_xact_lock_shared(1001, 1)');
    const engine = await startEngine(db);
    expect(await ended).toMatchObject({ code: '57P01' });
    await engine.stop();
  });
});

describeOnDatabase('the fence of engine_commit', (target) => {
  let db: Database;
  let owner: pg.Client;
  let taker: pg.Client;
  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
    owner = new pg.Client({ connectionString: target.url() });
    taker = new pg.Client({ connectionString: target.url() });
    await owner.connect();
    await taker.connect();
  });
  afterAll(async () => {
    await owner.end();
    await taker.end();
    await db.close();
  });

  const take = async (client: pg.Client, name: string): Promise<number> => {
    const { rows } = await client.query<{ epoch: string }>(
      'select * from engine_take_lease($1, 60000, true)',
      [name],
    );
    return Number(rows[0]?.epoch);
  };
  const commitAs = (client: pg.Client, epoch: number): Promise<unknown> => {
    const parameters = [epoch, nextBatch(), ...new BatchRows().toLiterals()];
    const list = parameters.map((_, index) => `$${index + 1}`).join(', ');
    return client.query(`select engine_commit(${list})`, parameters);
  };

  it('rejects a batch that arrives during a takeover', async () => {
    const epoch = await take(owner, 'owner');
    await taker.query('begin');
    await take(taker, 'taker');
    const finish = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      await taker.query('commit');
    };
    await Promise.all([
      expect(commitAs(owner, epoch)).rejects.toMatchObject({ code: 'P0E01' }),
      finish(),
    ]);
  });

  it('allows no takeover while a batch is being written', async () => {
    const epoch = await take(owner, 'owner');
    await owner.query('begin');
    await commitAs(owner, epoch);
    await expect(take(taker, 'taker')).rejects.toMatchObject({ code: '55P03' });
    await owner.query('commit');
    expect(await take(taker, 'taker')).toBe(epoch + 1);
  });
});

describeOnDatabase('engine_commit', (target) => {
  let db: Database;
  let store: EngineStore;
  let epoch = 0;
  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
    store = new EngineStore(db);
    const [row] = await db.query(`select * from engine_take_lease('test', 60000, true)`, []);
    epoch = Number(row?.epoch);
    const rows = new BatchRows();
    rows.addTerms(1, TERMS, true);
    await commit(rows);
  });
  afterAll(async () => {
    await store.close();
    await db.close();
  });

  const commit = (rows: BatchRows, at = epoch): Promise<void> =>
    store.commit([at, nextBatch(), ...rows.toLiterals()]);
  const posting = (uniqueKey: string, amounts: readonly number[]): BatchRows => {
    const rows = new BatchRows();
    rows.addPosting(nextPostingId(), {
      kind: 'correction',
      reference: 'test',
      uniqueKey,
      atMs: 0,
      entries: amounts.map((amountCents) => ({
        account: 'house:bank' as const,
        customerId: null,
        amountCents: cents(amountCents),
      })),
    });
    return rows;
  };

  it('rejects a past or future epoch', async () => {
    for (const wrong of [epoch - 1, epoch + 1]) {
      await expect(commit(new BatchRows(), wrong)).rejects.toMatchObject({ code: 'P0E01' });
    }
    await commit(new BatchRows());
  });

  it('rejects a journal entry that does not sum to zero or has no lines', async () => {
    await expect(commit(posting('a', [5, -4]))).rejects.toMatchObject({ code: 'P0E03' });
    await expect(commit(posting('b', []))).rejects.toMatchObject({ code: 'P0E03' });
    await commit(posting('c', [5, -4, -1]));
  });

  it('rejects a second journal entry with the same unique key', async () => {
    await commit(posting('same', [5, -5]));
    await expect(commit(posting('same', [5, -5]))).rejects.toMatchObject({
      code: '23505',
      constraint: 'postings_unique_key',
    });
  });

  it('rejects a balance that differs from the stored one plus the change', async () => {
    const none = { creditChange: 0, creditCents: 0, debtChange: 0, debtCents: 0 };
    const balance = { id: 1, cashChange: 5, cashCents: 6, ...none };
    const wrong = new BatchRows();
    wrong.addBalance(balance);
    await expect(commit(wrong)).rejects.toMatchObject({ code: 'P0E03' });
    const absent = new BatchRows();
    absent.addBalance({ ...balance, id: 99, cashCents: 5 });
    await expect(commit(absent)).rejects.toMatchObject({ code: 'P0E03' });
    expect(await db.query('select cash_cents from trading_accounts', [])).toEqual([
      { cash_cents: 0 },
    ]);
  });

  it('refuses any other isolation than READ COMMITTED', async () => {
    const lane = db.openLane({ name: 'test' });
    await lane.run(`set default_transaction_isolation = 'repeatable read'`);
    await expect(
      lane.query(`select * from engine_take_lease('test', 60000, true)`, []),
    ).rejects.toMatchObject({ code: 'P0E02' });
    await lane.run('reset default_transaction_isolation');
    await lane.close();
  });
});
