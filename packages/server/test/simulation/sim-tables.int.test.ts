// The model of the tables behaves as the SQL does: the same batches, right and wrong, give the
// same rows and the same refusals on it and on the real databases.
import { createEngineState } from '@halyard/core/engine';
import type { AccountCommand, MarketCommand } from '@halyard/core/engine';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { COMMIT_PARAMETERS } from '#engine/commit/commit-columns.ts';
import { toArrayLiteral } from '#engine/commit/array-literal.ts';
import type { Cell } from '#engine/commit/array-literal.ts';
import { BatchPacker } from '#engine/commit/batch-packer.ts';
import type { EngineDatabase } from '#engine/engine-database.ts';
import { LeaseKeeper } from '#engine/lease/lease.ts';
import { systemTime } from '#engine/engine-time.ts';
import { loadState } from '#engine/load.ts';
import { PendingCommand } from '#engine/commit/pending-command.ts';
import { BatchRows } from '#engine/commit/batch-rows.ts';
import { EngineStore } from '#engine/commit/store.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { createChance } from './chance.ts';
import type { Chance } from './chance.ts';
import { CommandMix } from './command-mix.ts';
import { readArray } from './array-cells.ts';
import { findParameter } from './commit-rows.ts';
import type { SqlRow } from './array-cells.ts';
import { INSTRUMENTS, MarketWalk } from './market-walk.ts';
import { SimServer } from './sim-server.ts';
import { VirtualTime } from './virtual-time.ts';

const SEED = 20_261_120;
const BATCHES = 250;
const ACCOUNTS = 6;
/** All accounts are added and have money by then. */
const SETTLED_FROM = 2 * ACCOUNTS;
const START_MS = 1_700_000_000_000;
const RULES = {
  regime: 'international',
  marginCloseOutPercent: 50,
  marginWarningPercents: [100, 75],
  openPositionsMax: 12,
  protectionFeeBps: 20,
  financingBpsYear: { forex: { buy: 50_000, sell: 30_000 } },
} as const;

/** One value of a batch made wrong, so that the database must refuse it. */
type Wrong = readonly [
  group: string,
  column: string,
  change: (cell: unknown, accountId: number) => Cell,
];
const plusOne = (cell: unknown): Cell => Number(cell) + 1;
const unknown = (): Cell => 999_999;
const WRONGS: readonly Wrong[] = [
  ['balance', 'cash_change', plusOne],
  ['balance', 'credit_cents', plusOne],
  ['balance', 'id', unknown],
  ['terms', 'id', unknown],
  ['told', 'id', unknown],
  ['hold', 'change', plusOne],
  ['hold', 'amount_cents', plusOne],
  ['new', 'account_id', unknown],
  ['new', 'id', () => 1],
  ['new', 'amount_cents', () => 0],
  ['set', 'id', unknown],
  ['posting', 'id', plusOne],
  ['posting', 'unique_key', () => 'deposit:2'],
  ['entry', 'amount_cents', plusOne],
  ['entry', 'posting_id', plusOne],
  ['entry', 'customer_id', () => null],
  ['notice', 'sequence', () => 1],
  ['command', 'sequence', () => 1],
  ['order', 'amount_cents', () => 0],
  ['order', 'account_id', unknown],
  ['trail', 'id', unknown],
  ['trail', 'distance', () => 0],
  ['mark', 'points', () => 0],
  ['unmark', 'sequence', plusOne],
  // The id that the account was added under.
  ['command', 'request_id', (_, accountId) => `add-account:${2 * accountId - 1}`],
];

/** More than the other tests of the file commit. */
const BATCHES_BEFORE = 1_000_000;

describeOnDatabase('the model of the engine’s tables', (target) => {
  let db: Database;
  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
  });
  afterAll(() => db.close());

  it(`behaves like the database for ${BATCHES} batches, including rejections`, async () => {
    const [real, model] = [openSide(db), openModel()];
    const sides = [real, model];
    await expectSame(sides, ({ keeper }) => keeper.take().then((lease) => lease?.epoch));
    await expectSame(sides, ({ other }) => other.take().then((lease) => lease?.epoch));
    const chance = createChance(SEED);
    const refused = new Map<string, number>();
    const environment = createWorld(chance, model.server);
    for (let number = 1; number <= BATCHES; number += 1) {
      const { values, commands } = environment.next(number);
      for (const wrong of WRONGS.filter(() => number > SETTLED_FROM && chance.happens(0.3))) {
        const name = `${wrong[0]}.${wrong[1]}`;
        const spoilt = spoil(values, wrong, chance);
        if (spoilt === undefined) continue;
        const code = await expectSame(sides, ({ store }) => outcomeOf(commit(store, spoilt)), name);
        expect(code, name).not.toBe('done');
        refused.set(name, (refused.get(name) ?? 0) + 1);
      }
      const torn = tear(values, chance);
      expect(
        await expectSame(
          sides,
          ({ store }) => outcomeOf(commit(store, torn)),
          'an answer too much',
        ),
      ).toBe('23502');
      expect(
        await expectSame(sides, ({ store }) => outcomeOf(commit(store, values)), 'a batch'),
      ).toBe('done');
      await expectSame(sides, async ({ store }) => [...(await store.lookUp(commands)).values()]);
      if (number % 25 === 0) await expectSame(sides, loadAll);
    }
    // Each way to be wrong was tried.
    expect(WRONGS.map(([group, column]) => `${group}.${column}`)).toEqual(
      expect.arrayContaining([...refused.keys()]),
    );
    expect(refused.size).toBe(WRONGS.length);
    await closeSides(sides);
  });

  it('manages the lease and its epoch like the database', async () => {
    const [real, model] = [openSide(db), openModel()];
    const sides = [real, model];
    const expire = async (): Promise<void> => {
      await db.query(`update engine_lease set expires_at = '-infinity'`, []);
      model.server.tables.lease.expiresAtMs = -Infinity;
    };
    const first = await baseEpochs(real, expire);
    const chance = createChance(SEED);
    const seen = new Set<string>();
    for (let step = 0; step < 120; step += 1) {
      const name = chance.pick(['take', 'renew', 'release', 'commit', 'expire'] as const);
      const owner = chance.pick(['keeper', 'other'] as const);
      const back = chance.between(0, 1);
      if (name === 'expire') await expire();
      const answer = await expectSame(sides, async (side) => {
        const base = side === real ? first : 0;
        const epoch = side.epoch - back;
        if (name === 'take') {
          const lease = await side[owner].take();
          if (lease !== undefined) side.epoch = lease.epoch;
          return lease === undefined ? 'held' : lease.epoch - base;
        }
        if (name === 'renew') return `for ${await side[owner].renew(epoch)} ms`;
        if (name === 'release') return await side[owner].release(epoch);
        if (name === 'commit')
          return await outcomeOf(side.store.commit(emptyBatch(epoch, BATCHES_BEFORE + step)));
        return undefined;
      });
      seen.add(`${name} ${typeof answer === 'number' ? 'taken' : String(answer)}`);
    }
    for (const expected of ['take held', 'take taken', ...RENEWALS]) {
      expect(seen).toContain(expected);
    }
    expect(seen).toContain('commit done');
    expect(seen).toContain('commit P0E01');
    await closeSides(sides);
  });
});

/** With a program that stands by, without one, and of an owner that has lost the lease. */
const RENEWALS = ['renew for 1700 ms', 'renew for 5000 ms', 'renew for undefined ms'];

type Side = {
  readonly db: EngineDatabase;
  readonly store: EngineStore;
  readonly keeper: LeaseKeeper;
  readonly other: LeaseKeeper;
  epoch: number;
};

function openSide(db: EngineDatabase): Side {
  // Nobody is alone here: whose the lease is must be told by the tables.
  const shared: EngineDatabase = { isExclusive: false, query: db.query, openLane: db.openLane };
  const time = {
    monotonicMs: () => 0,
    after: () => () => undefined,
    breathe: async () => undefined,
  };
  const keeperOf = (owner: string): LeaseKeeper =>
    new LeaseKeeper({ db: shared, owner, report: () => undefined, time });
  return {
    db: shared,
    store: new EngineStore(shared),
    keeper: keeperOf('keeper'),
    other: keeperOf('other'),
    epoch: 0,
  };
}

function openModel(): Side & { readonly server: SimServer } {
  const server = new SimServer(new VirtualTime());
  const query = (text: string, values: readonly unknown[]): Promise<readonly SqlRow[]> =>
    new Promise((resolve, reject) => {
      const done = (answer: readonly SqlRow[] | Error): void => {
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      };
      server.receive({ text, values, holdMs: 0, done, onCommitted: () => undefined });
    });
  const lane = { query, run: () => Promise.resolve(), close: () => Promise.resolve() };
  return { ...openSide({ isExclusive: false, query, openLane: () => lane }), server };
}

/** Whoever stands by does so until its connection is closed. */
async function closeSides(sides: readonly Side[]): Promise<void> {
  for (const { store, keeper, other } of sides) {
    await Promise.all([store.close(), keeper.close(), other.close()]);
  }
}

/** Both begin with nobody's lease; the database has had owners before. */
async function baseEpochs(real: Side, expire: () => Promise<void>): Promise<number> {
  await expire();
  const lease = await real.keeper.take();
  if (lease === undefined) throw new Error('The lease is free.');
  await real.keeper.release(lease.epoch);
  real.epoch = lease.epoch;
  return lease.epoch;
}

async function expectSame<Value>(
  [one, other]: readonly Side[],
  ask: (side: Side) => Promise<Value>,
  about?: string,
): Promise<Value> {
  if (one === undefined || other === undefined) throw new Error('There are two sides.');
  const [real, model] = [await ask(one), await ask(other)];
  expect(model, about).toEqual(real);
  return real;
}

/** The values of engine_commit, and behind them those of engine_adjust where a batch has some. */
async function commit(store: EngineStore, values: readonly unknown[]): Promise<void> {
  const { length } = COMMIT_PARAMETERS;
  const adjustments = values.length > length ? values.slice(length) : undefined;
  await store.commit(values.slice(0, length), adjustments);
}

async function outcomeOf(done: Promise<void>): Promise<string> {
  try {
    await done;
    return 'done';
  } catch (error) {
    if (error instanceof DatabaseError) return error.code ?? '';
    throw error;
  }
}

/** All that a start reads. */
async function loadAll({ db }: Side): Promise<unknown> {
  const beginning = { rules: RULES, instruments: INSTRUMENTS, time: systemTime };
  const { state, numbering } = await loadState(db, beginning, 0);
  const accounts = [...state.accounts.values()];
  const trails = accounts.flatMap(({ positions }) =>
    [...positions.values()].map((one) => state.books.get(one.symbol)?.levels.current(one).trail),
  );
  return { numbering, accounts, trails, next: [state.nextPositionId, state.nextOrderId] };
}

function emptyBatch(epoch: number, number: number): readonly unknown[] {
  return [epoch, number, ...new BatchRows().toLiterals()];
}

function spoil(
  values: readonly unknown[],
  [group, column, change]: Wrong,
  chance: Chance,
): readonly unknown[] | undefined {
  const index = findParameter(group, column);
  // A batch that has nothing for engine_adjust ends before its values.
  const literal = values[index];
  if (typeof literal !== 'string') return undefined;
  const cells = [...readArray(literal)] as Cell[];
  const place = chance.between(0, cells.length - 1);
  const accounts = readArray(String(values[findParameter('command', 'account_id')]));
  const changed = cells.length === 0 ? undefined : change(cells[place], Number(accounts[place]));
  // A new account has the id of one that is there, and a first row the number 1.
  if (changed === undefined || changed === cells[place]) return undefined;
  cells[place] = changed;
  return values.with(index, toArrayLiteral(cells));
}

/** With an answer more or fewer than commands. */
function tear(values: readonly unknown[], chance: Chance): readonly unknown[] {
  const index = findParameter('command', 'outcome');
  const answers = String(values[index]).split('\n');
  const isLess = values[index] !== '' && chance.happens(0.5);
  return values.with(index, (isLess ? answers.slice(1) : [...answers, '{}']).join('\n'));
}

/** Batches of commands and ticks, as the engine packs them. */
function createWorld(
  chance: Chance,
  server: SimServer,
): {
  next(batch: number): {
    readonly values: readonly unknown[];
    readonly commands: readonly PendingCommand[];
  };
} {
  const state = createEngineState({ rules: RULES, instruments: INSTRUMENTS, nextPositionId: 1 });
  const market = new MarketWalk(chance, new Map(), START_MS);
  const mix = new CommandMix(chance, market, server.tables);
  const packer = new BatchPacker(state);
  const numbering = { batch: 0, postingId: 0, notice: 0, sequence: 0 };
  const waiting = Array.from({ length: ACCOUNTS }, (_, index) => mix.begin(index + 1)).flat();
  packer.pack([...market.list(START_MS)]);
  let nowMs = START_MS;
  const asked = new Set<string>();
  const ask = (): PendingCommand => {
    let simRequest = waiting.shift() ?? mix.next(chance.between(1, ACCOUNTS));
    // The engine answers an id once; here nothing stands before the batch.
    while (asked.has(simRequest.requestId)) simRequest = mix.next(chance.between(1, ACCOUNTS));
    asked.add(simRequest.requestId);
    const command: AccountCommand = { ...simRequest.content, atMs: nowMs };
    return new PendingCommand(simRequest.requestId, command);
  };
  return {
    next: () => {
      const queue: (PendingCommand | MarketCommand)[] = [];
      for (let count = chance.between(1, 6); count > 0; count -= 1) {
        nowMs += 50;
        queue.push(ask());
        if (waiting.length === 0) queue.push(market.next(nowMs), market.next(nowMs));
        queue.push({ kind: 'record-trails', atMs: nowMs }, { kind: 'expire-orders', atMs: nowMs });
      }
      packer.pack(queue);
      const [batch] = packer.takeTurn();
      if (batch === undefined) throw new Error('There is a command in each batch.');
      const commands = batch.answers.map(({ command }) => command);
      const adjustments = batch.toAdjustments() ?? [];
      return { values: [...batch.toParameters(1, numbering), ...adjustments], commands };
    },
  };
}
