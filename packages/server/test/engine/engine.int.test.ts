import type { AccountCommand } from '@halyard/core/engine';
import { points } from '@halyard/core/instrument';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { Outage } from '#platform/outage/outage.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import {
  addAccount,
  BTCUSD,
  close,
  deposit,
  expectHealthy,
  open,
  openedBy,
  startEngine,
  TERMS,
} from './engine-fixture.ts';
import type { TestEngine } from './engine-fixture.ts';

let nextAccountId = 1;

function newAccountId(): number {
  nextAccountId += 1;
  return nextAccountId;
}

describeOnDatabase('the engine', (target) => {
  let db: Database;
  let engine: TestEngine;

  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    engine = await startEngine(db);
  });
  afterEach(async () => {
    await engine.stop();
    await expectHealthy(engine, db);
  });

  const restart = async (): Promise<void> => {
    await engine.stop();
    engine = await startEngine(db);
  };

  it('opens and closes a position, and the balance moves by its profit', async () => {
    const id = newAccountId();
    await addAccount(engine, id, 1_000);
    const positionId = openedBy(await engine.submit('open', open(engine, id)));
    const during = await engine.account(id);
    expect(during?.cashCents).toBe(100_000);
    expect([...(during?.positions.keys() ?? [])]).toEqual([positionId]);

    // Bought at 90,010.00 × 1.00025 = 90,032.50; sold at 91,000.00; 2 × 100 € × 967.50 ÷ 90,032.50.
    await engine.tick(BTCUSD, 9_100_000);
    const outcome = await engine.submit('close', close(id, positionId));
    expect(outcome).toMatchObject({ kind: 'done', events: [{ position: { profitCents: 215 } }] });
    const after = await engine.account(id);
    expect(after?.cashCents).toBe(100_215);
    expect(after?.positions.size).toBe(0);
    const rows = await db.query('select cash_cents from trading_accounts where id = $1', [id]);
    expect(rows).toEqual([{ cash_cents: 100_215 }]);
  });

  it('keeps every field of a position over a restart', async () => {
    const id = newAccountId();
    await addAccount(engine, id, 1_000);
    const sell = { direction: 'sell', leverage: 3, stopPoints: 9_300_000 } as const;
    const positionId = openedBy(await engine.submit('open', open(engine, id, sell)));
    const before = (await engine.account(id))?.positions.get(positionId);
    await restart();
    expect((await engine.account(id))?.positions.get(positionId)).toEqual(before);
    expect((await engine.account(id))?.terms).toEqual(TERMS);
    const second = openedBy(await engine.submit('open-2', open(engine, id)));
    expect(second).toBeGreaterThan(positionId);
  });

  it('executes twenty identical concurrent commands once, with one answer', async () => {
    const id = newAccountId();
    await addAccount(engine, id, 1_000);
    const command = open(engine, id);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        engine.submit('same', { ...command, atMs: command.atMs + n }),
      ),
    );
    const positionId = openedBy(await engine.submit('same', command));
    expect(outcomes.map(openedBy)).toEqual(Array.from({ length: 20 }, () => positionId));
    expect((await engine.account(id))?.positions.size).toBe(1);
  });

  it('repeats the first answer after a restart', async () => {
    const id = newAccountId();
    await addAccount(engine, id, 1_000);
    const command = open(engine, id);
    const first = await engine.submit('again', command);
    await restart();
    await engine.tick(BTCUSD, 9_500_000);
    expect(await engine.submit('again', { ...command, atMs: Date.now() })).toEqual(first);
    expect((await engine.account(id))?.positions.size).toBe(1);
  });

  it('rejects an id that the account used for other content, also after a restart', async () => {
    const id = newAccountId();
    await addAccount(engine, id, 1_000);
    const first = await engine.submit('used', open(engine, id));
    const refused = { kind: 'refused', rejection: { code: 'duplicate-id', facts: {} } };
    const other = open(engine, id, { euros: 200 });
    expect(await engine.submit('used', other)).toEqual(refused);
    await restart();
    expect(await engine.submit('used', other)).toEqual(refused);
    expect(await engine.submit('used', open(engine, id))).toEqual(first);
    await restart();
    // At once: which of the two the id belongs to is not known before it is looked up.
    const both = [other, open(engine, id)].map((command) => engine.submit('used', command));
    expect(await Promise.all(both)).toEqual([refused, first]);
    expect((await engine.account(id))?.positions.size).toBe(1);
  });

  it('allows two accounts to use the same id', async () => {
    const ids = [newAccountId(), newAccountId()];
    for (const id of ids) await addAccount(engine, id, 1_000);
    const outcomes = await Promise.all(ids.map((id) => engine.submit('mine', open(engine, id))));
    expect(new Set(outcomes.map(openedBy)).size).toBe(2);
  });

  it('books a posting once, whichever account it names, also after a restart', async () => {
    const [id, other] = [newAccountId(), newAccountId()];
    for (const one of [id, other]) await addAccount(engine, one, 1_000);
    const gift = (accountId: number): AccountCommand => {
      const command = deposit(accountId, 50);
      if (command.kind !== 'post-funds') throw new Error('not funds');
      return { ...command, posting: { ...command.posting, uniqueKey: `gift:${id}` } };
    };
    const refused = { kind: 'refused', rejection: { code: 'duplicate-id', facts: {} } };
    const outcomes = await Promise.all(
      [id, other].map((one) => engine.submit(`gift:${id}`, gift(one))),
    );
    expect(outcomes).toMatchObject([{ kind: 'done' }, refused]);
    await restart();
    expect(await engine.submit(`gift:${id}`, gift(other))).toEqual(refused);
    expect(await engine.submit(`gift:${id}`, gift(id))).toEqual(outcomes[0]);
    expect(await engine.submit(`gift:${id}`, gift(other))).toEqual(refused);
    expect((await engine.account(id))?.cashCents).toBe(105_000);
    expect((await engine.account(other))?.cashCents).toBe(100_000);
    // A trade's id is the account's own affair still.
    expect((await engine.submit(`trade:${id}`, open(engine, other))).kind).toBe('done');
  });

  it('commits related events in one batch', async () => {
    const id = newAccountId();
    await addAccount(engine, id, 1_000);
    const first = openedBy(await engine.submit('first', open(engine, id)));
    // Sent at once: opened and closed, closed in part twice and then whole, levels in between.
    const second = first + 1;
    const outcomes = await Promise.all([
      engine.submit('a', open(engine, id, { euros: 50 })),
      engine.submit('b', close(id, second, 20)),
      engine.submit('c', {
        kind: 'update-position',
        accountId: id,
        atMs: Date.now(),
        positionId: second,
        stopPoints: null,
        targetPoints: null,
      }),
      engine.submit('d', close(id, second)),
      engine.submit('e', close(id, first, 40)),
      engine.submit('f', close(id, first, 30)),
      engine.submit('g', close(id, second)),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 6 }, () => 'done'),
      'refused',
    ]);
    const before = await engine.account(id);
    expect(before?.positions.get(first)?.amountCents).toBe(3_000);
    await restart();
    expect(await engine.account(id)).toEqual(before);
    const rows = await db.query(
      `select amount_cents from positions where account_id = $1 and closed_at is not null
      order by amount_cents`,
      [id],
    );
    expect(rows.map((row) => row.amount_cents)).toEqual([2_000, 3_000, 3_000, 4_000]);
  });

  it('commits more commands than one batch holds', async () => {
    const ids = Array.from({ length: 600 }, newAccountId);
    await Promise.all(ids.map((id) => addAccount(engine, id, 100)));
    const outcomes = await Promise.all(ids.map((id) => engine.submit('open', open(engine, id))));
    expect(new Set(outcomes.map(openedBy)).size).toBe(600);
  });

  it('closes every position that a gap reaches, in several commits', async () => {
    const ids = Array.from({ length: 20 }, newAccountId);
    await Promise.all(ids.map((id) => addAccount(engine, id, 1_000)));
    const requests = { euros: 5, stopPoints: 8_000_000 };
    for (const id of ids) {
      await Promise.all(
        Array.from({ length: 80 }, (_, n) => engine.submit(`${n}`, open(engine, id, requests))),
      );
    }
    const closed: number[] = [];
    engine.onCommitted(({ events }) => {
      const { length } = events.filter(({ kind }) => kind === 'position-closed');
      if (length > 0) closed.push(length);
    });
    await engine.tick(BTCUSD, 7_900_000);
    const countOpen = async (): Promise<number> => {
      const accounts = await Promise.all(ids.map((id) => engine.account(id)));
      return accounts.reduce((sum, account) => sum + (account?.positions.size ?? 0), 0);
    };
    await expect.poll(countOpen, { timeout: 30_000 }).toBe(0);
    expect(closed.length).toBeGreaterThan(1);
    expect(Math.max(...closed)).toBeLessThanOrEqual(1_024);
    expect(closed.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1_600);
  });

  it('shows nothing of a batch before it is committed', async () => {
    const id = newAccountId();
    const other = newAccountId();
    await addAccount(engine, id, 1_000);
    await addAccount(engine, other, 1_000);
    await engine.submit('open', open(engine, id, { stopPoints: 7_000_000, leverage: 1 }));
    const held = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    // PostgreSQL's batch waits for the lock, the embedded database's for the session.
    const holding = db.kysely.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(1001, 1)`.execute(transaction);
      held.resolve();
      await free.promise;
    });
    await held.promise;
    const seen: string[] = [];
    engine.onCommitted(() => seen.push('published'));
    try {
      await engine.tick(BTCUSD, 6_900_000);
      void engine.account(id).then(
        () => seen.push('read'),
        () => seen.push('failed'),
      );
      expect((await engine.account(other))?.cashCents).toBe(100_000);
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(seen).toEqual([]);
    } finally {
      free.resolve();
      await holding;
    }
    await expect.poll(() => seen).toEqual(['published', 'read']);
    expect((await engine.account(id))?.positions.size).toBe(0);
  });

  it('returns a copy that does not change afterwards', async () => {
    const id = newAccountId();
    await addAccount(engine, id, 1_000);
    const before = await engine.account(id);
    await engine.submit('open', open(engine, id));
    expect(before?.positions.size).toBe(0);
    expect((await engine.account(id))?.positions.size).toBe(1);
  });

  it('publishes every account that a batch changed, once', async () => {
    const id = newAccountId();
    await addAccount(engine, id, 1_000);
    const published: (readonly number[])[] = [];
    const stop = engine.onCommitted(({ accountIds }) => published.push(accountIds));
    await Promise.all([engine.submit('a', open(engine, id)), engine.submit('b', open(engine, id))]);
    stop();
    await engine.submit('c', open(engine, id));
    expect(published).toEqual([[id]]);
  });

  it('continues when a listener fails', async () => {
    const id = newAccountId();
    engine.onCommitted(() => {
      throw new Error('on purpose');
    });
    await addAccount(engine, id, 1_000);
    expect((await engine.account(id))?.cashCents).toBe(100_000);
  });

  it('keeps changed terms over a restart', async () => {
    const id = newAccountId();
    await addAccount(engine, id, 1_000);
    const terms = { ...TERMS, status: 'close-only' } as const;
    const command = { kind: 'change-terms', accountId: id, atMs: Date.now(), terms } as const;
    expect((await engine.submit('terms', command)).kind).toBe('done');
    await restart();
    expect((await engine.account(id))?.terms).toEqual(terms);
    expect(await engine.submit('open', open(engine, id))).toMatchObject({
      rejection: { code: 'close-only' },
    });
  });

  it('commits queued commands when it stops, and accepts none afterwards', async () => {
    const id = newAccountId();
    await addAccount(engine, id, 1_000);
    const opening = engine.submit('open', open(engine, id));
    const stopping = engine.stop();
    const late = engine.submit('late', open(engine, id));
    await expect(late).rejects.toThrow(Outage);
    openedBy(await opening);
    await stopping;
    expect(engine.isReady()).toBe(false);
    await expect(engine.account(id)).rejects.toThrow(Outage);
  });

  it('stops permanently when an assertion fails, and stores nothing of the batch', async () => {
    const id = newAccountId();
    await addAccount(engine, id, 1_000);
    const { quote } = engine.market(BTCUSD);
    if (quote === undefined) throw new Error('no quote');
    const crossed = { ...quote, askPoints: points(1), sequence: quote.sequence + 1_000_000 };
    engine.feed({ kind: 'accept-tick', atMs: Date.now(), quote: crossed });
    await expect.poll(() => engine.fatal.error).toBeInstanceOf(Error);
    expect(engine.isReady()).toBe(false);
    await expect(engine.submit('late', open(engine, id))).rejects.toThrow(Outage);
    await restart();
    expect((await engine.account(id))?.positions.size).toBe(0);
  });
});
