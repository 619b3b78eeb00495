// A batch is on its way before the last one is answered. The answers to commits are held back here,
// and then given or lost, one by one.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database, Lane } from '#platform/db/db.ts';
import { Outage } from '#platform/outage/outage.ts';
import { takeLease } from '../support/take-lease.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import {
  addAccount,
  close,
  expectHealthy,
  expectReady,
  open,
  openedBy,
  startEngine,
  type TestEngine,
} from './engine-fixture.ts';

/** So many fill a batch, which is then sealed behind the one that is under way. */
const FULL_BATCH = 512;
const POLL = { timeout: 20_000, interval: 10 };

type Fate = 'given' | 'lost';

/** A database whose answers to commits wait for their fate while they are held. */
function holdCommits(db: Database) {
  const log: string[] = [];
  const waiting: PromiseWithResolvers<Fate>[] = [];
  const state = { isHolding: false, lookedUp: 0 };
  const commits = (lane: Lane): Lane => ({
    ...passing(lane),
    query: async (text, values) => {
      log.push('sent');
      const rows = await lane.query(text, values);
      if (!state.isHolding) return rows;
      const fate = Promise.withResolvers<Fate>();
      waiting.push(fate);
      if ((await fate.promise) === 'lost') throw new Outage('database', 'The answer was lost.');
      return rows;
    },
  });
  const lookUps = (lane: Lane): Lane => ({
    ...passing(lane),
    query: async (text, values) => {
      const rows = await lane.query(text, values);
      state.lookedUp += String(values[1]).split(',').length;
      return rows;
    },
  });
  const held: Database = {
    ...db,
    openLane: (options) => {
      const lane = db.openLane(options);
      if (options.name === 'engine') return commits(lane);
      return options.name === 'look-up' ? lookUps(lane) : lane;
    },
  };
  const end = async (fate: Fate): Promise<void> => {
    await expect.poll(() => waiting.length, POLL).toBeGreaterThan(0);
    waiting.shift()?.resolve(fate);
  };
  return { db: held, log, state, waiting, end };
}

function passing(lane: Lane): Lane {
  return {
    query: (text, values) => lane.query(text, values),
    run: (text) => lane.run(text),
    close: () => lane.close(),
  };
}

type Held = ReturnType<typeof holdCommits>;

type Accounts = { readonly own: number; readonly other: number };

/** One command under way, and a sealed batch behind it, whose first command opens a position. */
async function sendTwo(engine: TestEngine, held: Held, { own, other }: Accounts) {
  held.state.isHolding = true;
  held.state.lookedUp = 0;
  held.log.length = 0;
  const first = engine.submit('first', open(engine, own));
  void first.then(
    () => held.log.push('first answered'),
    () => held.log.push('first failed'),
  );
  await expect.poll(() => held.waiting.length, POLL).toBe(1);
  const tooMuch = open(engine, other, { euros: 50_000 });
  const second = [
    engine.submit('second', open(engine, other)),
    ...Array.from({ length: FULL_BATCH - 1 }, (_, n) => engine.submit(`poor-${n}`, tooMuch)),
  ];
  await expect.poll(() => held.state.lookedUp, POLL).toBe(1 + FULL_BATCH);
  for (let turn = 0; turn < 2; turn += 1) await nextTurn();
  return { first, second };
}

describeOnDatabase('a batch behind a running one', (target) => {
  let db: Database;
  let held: Held;
  let engine: TestEngine;
  let accounts: Accounts = { own: 1, other: 2 };
  beforeAll(async () => {
    db = await target.open();
  });
  beforeEach(async () => {
    held = holdCommits(db);
    engine = await startEngine(held.db);
    accounts = { own: accounts.own + 2, other: accounts.other + 2 };
    for (const id of Object.values(accounts)) await addAccount(engine, id, 1_000);
  });
  afterEach(async () => {
    held.state.isHolding = false;
    for (const fate of held.waiting.splice(0)) fate.resolve('given');
    await engine.stop();
    await expectHealthy(engine, db);
  });
  afterAll(() => db.close());

  it('is sent before the first is answered', async () => {
    const { first, second } = await sendTwo(engine, held, accounts);
    expect(held.log).toEqual(['sent']);
    await held.end('given');
    openedBy(await first);
    await held.end('given');
    expect((await Promise.all(second)).map(({ kind }) => kind)).toEqual([
      'done',
      ...Array.from({ length: FULL_BATCH - 1 }, () => 'refused'),
    ]);
    expect(held.log).toEqual(['sent', 'sent', 'first answered']);
  });

  it('is not visible until it is committed too', async () => {
    const { second } = await sendTwo(engine, held, accounts);
    const seen: string[] = [];
    const reading = engine.account(accounts.other).then((account) => {
      seen.push('read');
      return account?.positions.size;
    });
    await held.end('given');
    await expect.poll(() => held.waiting.length, POLL).toBe(1);
    expect(seen).toEqual([]);
    await held.end('given');
    expect(await reading).toBe(1);
    await Promise.all(second);
  });

  it('is not executed when the answer to the first is lost', async () => {
    const { first, second } = await sendTwo(engine, held, accounts);
    await held.end('lost');
    held.state.isHolding = false;
    const ends = await Promise.allSettled(second);
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    openedBy(await first);
    await expectReady(engine);
    expect((await engine.account(accounts.other))?.positions.size).toBe(0);
    openedBy(await engine.submit('second', open(engine, accounts.other)));
  });

  it('is detected as executed when its own answer is lost', async () => {
    const { first, second } = await sendTwo(engine, held, accounts);
    await held.end('given');
    openedBy(await first);
    await held.end('lost');
    held.state.isHolding = false;
    const [opened] = await Promise.all(second);
    await expectReady(engine);
    const id = opened === undefined ? undefined : openedBy(opened);
    expect([...((await engine.account(accounts.other))?.positions.keys() ?? [])]).toEqual([id]);
  });

  it('is committed before the engine stops', async () => {
    const { first, second } = await sendTwo(engine, held, accounts);
    const stopping = engine.stop();
    await held.end('given');
    await held.end('given');
    await stopping;
    openedBy(await first);
    expect((await Promise.all(second))[0]?.kind).toBe('done');
  });
});

describeOnDatabase('a reader who waits for a commit', (target) => {
  it('receives an error when another owner took over before the answer', async () => {
    const [db, otherDb] = [await target.open(), await target.open()];
    const held = holdCommits(db);
    const stale = await startEngine(held.db);
    await addAccount(stale, 1, 1_000);
    held.state.isHolding = true;
    const opening = stale.submit('open', open(stale, 1));
    await expect.poll(() => held.waiting.length, POLL).toBe(1);
    const reading = stale.account(1);
    reading.catch(() => undefined);
    const owner = await takeLease(
      async (text, values) => await db.query(text, values),
      async () => await startEngine(otherDb),
    );
    const [positionId = 0] = (await owner.account(1))?.positions.keys() ?? [];
    expect((await owner.submit('close', close(1, positionId))).kind).toBe('done');
    await expect.poll(() => stale.isReady(), POLL).toBe(false);
    held.state.isHolding = false;
    await held.end('given');
    expect(openedBy(await opening)).toBe(positionId);
    await expect(reading).rejects.toThrow(Outage);
    await owner.stop();
    await stale.stop();
    await expectHealthy(stale, db);
    await Promise.all([db.close(), otherDb.close()]);
  });
});
