// SIGKILL while at least twenty clients trade: what was acknowledged is there afterwards, nothing
// is half done, and the audit finds nothing. The acknowledgements are kept in this process.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Position } from '@halyard/contract/trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachServerDatabase } from '../support/server-database.ts';
import {
  runOperatorCommand,
  type ServerEnvironment,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import {
  createTradingClient,
  signUp,
  type PriceWatch,
  type TradingClient,
  watchPrices,
} from '../support/trading-client.ts';

const KILLS = 10;
const CLIENTS = 32;
/** Under the live feed's limit of 20 events a second for a socket. */
const ORDERS_PER_SECOND_EACH = 17;
/** What the load must reach; a machine that is busy with other work may miss it now and then. */
const ORDERS_PER_SECOND_FULL = 200;
const RUNS_AT_FULL_LOAD_MIN = KILLS / 2;
const LOAD_MS_MIN = 1_200;
const LOAD_MS_SPREAD = 1_000;
const START_EUROS = 10_000;
const AMOUNT_EUROS = 10;
const SYMBOL = 'BTCUSD';
/** The last orders are sent together, and the kill follows while they are being committed. */
const KILL_AFTER_MS_MAX = 24;
const RUNS_INSIDE_A_COMMIT_MIN = KILLS / 5;

type Order = {
  readonly event: string;
  readonly message: { readonly requestId: string; readonly [field: string]: unknown };
};
type Ledger = {
  /** Position id → whether its close was acknowledged, and with which profit. */
  readonly opened: Map<number, { closedProfit: number | undefined }>;
  readonly unanswered: Order[];
  acknowledged: number;
};

describeOnEachServerDatabase('a kill under load', (database) => {
  let dataDir: string;
  let environment: ServerEnvironment;
  let server: ServerProcess;
  const clients: { readonly client: TradingClient; readonly ledger: Ledger }[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'halyard-kill-'));
    environment = { ...database.environment, DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'warn' };
    server = await startServerProcess(environment);
    for (let index = 0; index < CLIENTS; index += 1) {
      clients.push({
        client: await makeTrader(server.url, environment, index),
        ledger: newLedger(),
      });
    }
  }, 180_000);

  afterAll(async () => {
    for (const { client } of clients) client.disconnect();
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, 60_000);

  it(`loses no acknowledged order in ${KILLS} kills, leaves none half done and audits clean`, async () => {
    let runsInsideACommit = 0;
    let runsAtFullLoad = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      for (const { client } of clients) await client.connect(server.url);
      const rate = await tradeUntilKilled(server, clients);
      if (rate >= ORDERS_PER_SECOND_FULL) runsAtFullLoad += 1;
      server = await startServerProcess(environment);
      let unansweredButDone = 0;
      for (const { client, ledger } of clients) {
        await client.connect(server.url);
        unansweredButDone += await expectLedgerHeld(client, ledger);
      }
      if (unansweredButDone > 0) runsInsideACommit += 1;
      const audit = await runOperatorCommand(environment, ['audit']);
      expect(audit, audit.output).toMatchObject({ code: 0 });
      process.stdout.write(
        `kill ${kill} on ${database.name}: ${Math.round(rate)} acknowledged orders/s, ` +
          `${unansweredButDone} done but unanswered\n`,
      );
    }
    expect(runsInsideACommit).toBeGreaterThanOrEqual(RUNS_INSIDE_A_COMMIT_MIN);
    expect(runsAtFullLoad).toBeGreaterThanOrEqual(RUNS_AT_FULL_LOAD_MIN);
  }, 400_000);
});

function newLedger(): Ledger {
  return { opened: new Map(), unanswered: [], acknowledged: 0 };
}

async function makeTrader(
  url: string,
  environment: ServerEnvironment,
  index: number,
): Promise<TradingClient> {
  const credentials = { email: `trader-${index}@example.test`, password: randomUUID() };
  const session = await signUp(url, credentials);
  for (const words of [
    ['customer', 'verify', credentials.email],
    ['credit', credentials.email, String(START_EUROS), 'test funds'],
  ]) {
    const done = await runOperatorCommand(environment, words);
    if (done.code !== 0) throw new Error(done.output);
  }
  return createTradingClient(url, session);
}

/** Trades on all clients and kills the server in the middle; acknowledged orders per second. */
async function tradeUntilKilled(
  server: ServerProcess,
  clients: readonly { readonly client: TradingClient; readonly ledger: Ledger }[],
): Promise<number> {
  const prices = await watchPrices(server.url);
  while (prices.book[SYMBOL] === undefined) await sleep(20);
  const before = clients.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0);
  const load = { isRunning: true };
  const startedAt = performance.now();
  const loops = clients.map(({ client, ledger }, index) => {
    const direction = index % 2 === 0 ? 'buy' : 'sell';
    return trade({ client, ledger, load, direction, price: () => priceOf(prices, direction) });
  });
  await sleep(LOAD_MS_MIN + Math.random() * LOAD_MS_SPREAD);
  const seconds = (performance.now() - startedAt) / 1000;
  const after = clients.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0);
  const last = clients.map(({ client, ledger }, index) => {
    const direction = index % 2 === 0 ? 'buy' : 'sell';
    return order(client, ledger, opening(direction, priceOf(prices, direction)));
  });
  await sleep(Math.random() * KILL_AFTER_MS_MAX);
  await server.kill();
  load.isRunning = false;
  for (const { client } of clients) client.disconnect();
  prices.close();
  await Promise.all([...loops, ...last]);
  return (after - before) / seconds;
}

async function trade(trader: {
  readonly client: TradingClient;
  readonly ledger: Ledger;
  readonly load: { readonly isRunning: boolean };
  readonly direction: 'buy' | 'sell';
  readonly price: () => number;
}): Promise<void> {
  const { client, ledger, load } = trader;
  while (load.isRunning) {
    const position = await order(client, ledger, opening(trader.direction, trader.price()));
    await sleep(1000 / ORDERS_PER_SECOND_EACH);
    if (position === undefined) continue;
    ledger.opened.set(position.id, { closedProfit: undefined });
    const closed = await order(client, ledger, {
      event: 'closePosition',
      message: { requestId: randomUUID(), id: position.id },
    });
    if (closed !== undefined)
      ledger.opened.set(position.id, { closedProfit: closed.profit ?? NaN });
    await sleep(1000 / ORDERS_PER_SECOND_EACH);
  }
}

function opening(direction: 'buy' | 'sell', price: number): Order {
  const message = {
    requestId: randomUUID(),
    symbol: SYMBOL,
    direction,
    amount: AMOUNT_EUROS,
    leverage: 2,
    price,
  };
  return { event: 'openPosition', message };
}

function priceOf(prices: PriceWatch, direction: 'buy' | 'sell'): number {
  const quote = prices.book[SYMBOL];
  if (quote === undefined) throw new Error(`no price of ${SYMBOL}`);
  return quote[direction];
}

async function order(
  client: TradingClient,
  ledger: Ledger,
  sent: Order,
): Promise<Position | undefined> {
  const answer = await client.send(sent.event, sent.message);
  if (answer === undefined) {
    ledger.unanswered.push(sent);
    return undefined;
  }
  if (answer.status === 'error') return undefined;
  ledger.acknowledged += 1;
  return (answer.data as { position: Position }).position;
}

/** Holds the server to what it acknowledged; how many unanswered orders it had done. */
async function expectLedgerHeld(client: TradingClient, ledger: Ledger): Promise<number> {
  const { balance, positions } = await client.balance();
  const history = await client.history();
  const open = new Map(positions.open.map((position) => [position.id, position]));
  const closed = new Map(history.map((position) => [position.id, position]));
  for (const [id, { closedProfit }] of ledger.opened) {
    expect(open.has(id) !== closed.has(id), `position ${id} is open or closed, not both`).toBe(
      true,
    );
    if (closedProfit !== undefined) expect(closed.get(id)?.profit).toBe(closedProfit);
  }
  const profitCents = history.reduce(
    (sum, { profit }) => sum + Math.round((profit ?? NaN) * 100),
    0,
  );
  expect(Math.round(balance * 100)).toBe(START_EUROS * 100 + profitCents);
  return settleUnanswered({ client, ledger, open, closed });
}

/** Sent again with its id, an unanswered order has its one effect, whether it had it before or not. */
async function settleUnanswered(known: {
  readonly client: TradingClient;
  readonly ledger: Ledger;
  readonly open: ReadonlyMap<number, Position>;
  readonly closed: ReadonlyMap<number, Position>;
}): Promise<number> {
  let doneBefore = 0;
  for (const { event, message } of known.ledger.unanswered.splice(0)) {
    const answer = await known.client.send(event, message);
    if (answer?.status !== 'success') continue;
    const { position } = answer.data as { position: Position };
    const wasThere =
      event === 'openPosition'
        ? known.open.has(position.id) || known.closed.has(position.id)
        : known.closed.has(position.id);
    if (wasThere) doneBefore += 1;
    known.ledger.opened.set(position.id, {
      closedProfit: event === 'closePosition' ? (position.profit ?? NaN) : undefined,
    });
  }
  return doneBefore;
}

function sleep(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
