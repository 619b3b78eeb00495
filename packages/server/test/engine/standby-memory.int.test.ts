// A program that stands by keeps its memory equal to what the owner of the lease has committed.
import type { Account, AccountCommand } from '@halyard/core/engine';
import { points } from '@halyard/core/instrument';
import { holdKey } from '@halyard/core/ledger';
import { cents } from '@halyard/core/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemTime } from '#engine/engine-time.ts';
import { StandbyMemory } from '#engine/standby/standby.ts';
import type { Database, Row } from '#platform/db/db.ts';
import { createChance } from '../simulation/chance.ts';
import type { Chance } from '../simulation/chance.ts';
import { eventually } from '../support/eventually.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import {
  addAccount,
  beginStandby,
  BTCUSD,
  close,
  expectHealthy,
  INSTRUMENTS,
  levels,
  open,
  RULES,
  startEngine,
} from './engine-fixture.ts';
import type { TestEngine } from './engine-fixture.ts';

const SEED = Date.now() % 1_000_000;
const ACCOUNTS = 12;
const STEPS = 300;
const START = 9_000_000;
/** Two rounds of a program that stands by. */
const FOLLOWED_AFTER_MS = 1_500;

const BEGINNING = { rules: RULES, instruments: INSTRUMENTS, time: systemTime };

describeOnDatabase('the memory of a program that stands by', (target) => {
  let db: Database;
  let chance: Chance;
  let count = 0;
  beforeAll(async () => {
    db = await target.open();
    process.stdout.write(`standby memory: seed ${SEED}\n`);
    chance = createChance(SEED);
    const owner = await startEngine(db);
    for (let id = 1; id <= ACCOUNTS; id += 1) await addAccount(owner, id, 50_000);
    await owner.stop();
  });
  afterAll(() => db.close());

  const wait = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, FOLLOWED_AFTER_MS));
  };
  const accountsOf = async (engine: TestEngine): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    for (let id = 1; id <= ACCOUNTS; id += 1) found.push(await engine.account(id));
    return found;
  };
  const trade = async (engine: TestEngine): Promise<void> => {
    for (let step = 0; step < STEPS; step += 1) {
      count += 1;
      const account = await engine.account(chance.between(1, ACCOUNTS));
      if (account === undefined) throw new Error('an account');
      if (chance.between(1, 4) === 1) {
        await engine.tick(BTCUSD, START + chance.between(-60_000, 60_000));
        engine.feed({ kind: 'record-trails', atMs: Date.now() });
      }
      const command = commandFor(engine, account, chance);
      const id = command.kind === 'hold-funds' ? holdKey(command.reference) : `${SEED}:${count}`;
      await engine.submit(id, command);
    }
    engine.feed({ kind: 'record-trails', atMs: Date.now() });
  };
  /** What a program that took over remembers, beside one that has loaded the tables. */
  const expectLoaded = async (taken: TestEngine): Promise<void> => {
    taken.feed({ kind: 'record-trails', atMs: Date.now() });
    await taken.submit(`settle:${count}`, closeAll(count));
    const remembered = await accountsOf(taken);
    await taken.stop();
    await expectHealthy(taken, db);
    const loaded = await startEngine(db);
    expect(remembered).toEqual(await accountsOf(loaded));
    await loaded.stop();
  };

  it('is as of the last commit when it takes over, and trades on', async () => {
    const owner = await startEngine(db);
    const logged: object[] = [];
    const standby = beginStandby(db, logged);
    await wait();
    await trade(owner);
    await wait();
    await trade(owner);
    await owner.stop();
    await eventually(() => expect(standby.isReady()).toBe(true));
    expect(logged).toContainEqual(expect.objectContaining({ isFollowed: true }));
    await trade(standby);
    await expectLoaded(standby);
  });

  it('is loaded again after it has missed a batch', async () => {
    const owner = await startEngine(db);
    const logged: object[] = [];
    const standby = beginStandby(db, logged);
    await wait();
    await trade(owner);
    await db.query('truncate engine_batches', []);
    await wait();
    await trade(owner);
    await owner.stop();
    await eventually(() => expect(standby.isReady()).toBe(true));
    expect(logged).toContainEqual(expect.objectContaining({ isFollowed: true }));
    await expectLoaded(standby);
  });

  it('is loaded again from another server, whose batches can be others', async () => {
    let server = 'former primary';
    const kysely = db.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(ofServer) }),
    });
    const ofServer = (row: Row): Row =>
      'server_started_at' in row ? { ...row, server_started_at: server } : row;
    const owner = await startEngine(db);
    const standby = new StandbyMemory({ kysely }, BEGINNING);
    expect([await standby.follow(), await standby.follow()]).toEqual([ACCOUNTS, undefined]);
    server = 'promoted standby';
    expect([await standby.follow(), await standby.follow()]).toEqual([ACCOUNTS, undefined]);
    const [lease] = await db.query('select batch from engine_lease', []);
    server = 'another one';
    expect(await standby.take(Number(lease?.batch))).toBeUndefined();
    await standby.follow();
    expect(await standby.take(Number(lease?.batch))).toBeDefined();
    await owner.stop();
  });

  it('is not loaded before there is an owner to follow', async () => {
    // The server notices the end of the last owner's connection a little later.
    await eventually(async () =>
      expect(await new StandbyMemory(db, BEGINNING).follow()).toBeUndefined(),
    );
    const owner = await startEngine(db);
    expect(await new StandbyMemory(db, BEGINNING).follow()).toBe(ACCOUNTS);
    await owner.stop();
  });

  it('is right whichever batches are missing', async () => {
    const owner = await startEngine(db);
    const logged: object[] = [];
    const standby = beginStandby(db, logged);
    await wait();
    const dropping = setInterval(() => void db.query('truncate engine_batches', []), 20);
    const trading = trade(owner);
    await trading;
    await owner.stop();
    await eventually(() => expect(standby.isReady()).toBe(true));
    clearInterval(dropping);
    await expectLoaded(standby);
  });
});

function commandFor(
  engine: TestEngine,
  account: Readonly<Account>,
  chance: Chance,
): AccountCommand {
  const at = { accountId: account.id, atMs: Date.now() };
  const position = [...account.positions.keys()][0];
  const order = [...account.orders.keys()][0];
  switch (chance.between(1, 9)) {
    case 1:
      return position === undefined ? closeAll(account.id) : close(account.id, position);
    case 2:
      return position === undefined ? closeAll(account.id) : close(account.id, position, 20);
    case 3:
      return position === undefined
        ? closeAll(account.id)
        : levels(account.id, position, START + 200_000);
    case 4:
      return order === undefined
        ? limitOrder(account.id, chance)
        : { kind: 'cancel-order', ...at, orderId: order };
    case 5:
      return order === undefined
        ? limitOrder(account.id, chance)
        : { kind: 'amend-order', ...at, orderId: order, points: points(START - 70_000) };
    case 6:
      return limitOrder(account.id, chance);
    case 7: {
      const reference = `W${Math.round(chance.share() * 1e9)}`;
      return { kind: 'hold-funds', ...at, amountCents: cents(1_000), reference };
    }
    case 8:
      return {
        ...open(engine, account.id, { euros: 60 }),
        trailDistance: points(40_000),
      } as AccountCommand;
    default:
      return open(engine, account.id, { euros: 80, stopPoints: START - 90_000 });
  }
}

function limitOrder(accountId: number, chance: Chance): AccountCommand {
  return {
    kind: 'place-order',
    accountId,
    atMs: Date.now(),
    symbol: BTCUSD,
    direction: 'buy',
    orderKind: 'limit',
    amountCents: cents(10_000),
    leverage: 2,
    points: points(START - chance.between(20_000, 90_000)),
    stopPoints: null,
    stopDistance: points(200_000),
    targetPoints: null,
    targetDistance: null,
    expiry: 'gtc',
    expiresAtMs: null,
    ocoId: null,
  };
}

/** Closes what an account has; accounts are numbered from one to ACCOUNTS. */
function closeAll(accountId: number): AccountCommand {
  const id = ((accountId - 1) % ACCOUNTS) + 1;
  return { kind: 'close-positions', accountId: id, atMs: Date.now(), which: 'all' };
}
