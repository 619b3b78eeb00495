// Real prices through the whole program: what is booked equals what the file's own rows say.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PositionAnswer } from '@halyard/contract/live';
import { HOUR_MS } from '@halyard/core/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FileCandle,
  type FilePoint,
  orderPriceAt,
  profitBetween,
  walkFile,
} from '../support/replay-oracle.ts';
import {
  callRunning,
  type ServerEnvironment,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import {
  createTradingClient,
  dataOf,
  signUp,
  type TradingClient,
} from '../support/trading-client.ts';

const SHARED = new URL('../../../../../shared/data/', import.meta.url);
const PRICES = fileURLToPath(
  new URL('prices/ta4j_Coinbase-BTC-USD-PT4H-20160518_20251028.json', SHARED),
);
const CATALOGUE = fileURLToPath(new URL('instruments.json', SHARED));
const CANDLE_MS = 4 * HOUR_MS;
/** A point of the walk lasts half a second. */
const SPEED = 7_200;
const FROM = '2021-01-04T00:00:00.000Z';
const START_EUROS = 50_000;
/** On a busy machine some orders meet the next price, and are rejected: then there are more rounds. */
const ROUNDS_MAX = 16;
/** Then they are as short as the first again. */
const ROUNDS_LONGER = 8;
const POSITIONS_PER_ROUND = 8;
const POSITIONS_MIN = 50;
const ORDER_PAUSE_MS = 70;
/** A timer of a busy machine may deliver a point this much later than its due time. */
const LATE_MAX_MS = 250;
/** A point lasts half a second, an order less: at most three rows at either end. */
const ROWS_MAX = 9;

type Window = { readonly fromMs: number; readonly untilMs: number };
type Held = {
  readonly id: number;
  readonly direction: 'buy' | 'sell';
  readonly amountCents: number;
  readonly leverage: number;
  readonly opened: Window;
};

const isThere = existsSync(PRICES);
const title = 'positions on real Bitcoin prices';

describe.skipIf(!isThere)(isThere ? title : `${title}: SKIPPED, ../shared is not here`, () => {
  let dataDir: string;
  let server: ServerProcess;
  let client: TradingClient;
  let points: readonly FilePoint[];
  let toFileMs: (atMs: number) => number;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'halyard-replay-'));
    const environment: ServerEnvironment = {
      DATA_DIR: dataDir,
      DEMO: '0',
      FEED: 'replay',
      REPLAY_FILES: `BTCUSD=${PRICES}`,
      REPLAY_FROM: FROM,
      REPLAY_SPEED: String(SPEED),
    };
    points = await readPoints();
    server = await startServerProcess(environment);
    toFileMs = readMapping(server.output());
    const credentials = { email: 'real-prices@example.test', password: randomUUID() };
    client = createTradingClient(server.url, await signUp(server.url, credentials));
    for (const words of [
      ['customer', 'verify', credentials.email],
      ['credit', credentials.email, String(START_EUROS), 'test funds'],
    ]) {
      await callRunning(dataDir, words);
    }
    await client.connect(server.url);
  }, 120_000);

  afterAll(async () => {
    client?.disconnect();
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, 30_000);

  it('book exactly what the rows of the file give, to the cent, in both directions', async () => {
    const booked = new Map<number, number>();
    const directions = new Set<string>();
    for (let round = 0; round < ROUNDS_MAX && booked.size < POSITIONS_MIN; round += 1) {
      const held: Held[] = [];
      for (let index = 0; index < POSITIONS_PER_ROUND; index += 1) {
        const position = await open(
          index % 2 === 0 ? 'buy' : 'sell',
          round * 10_001 + index * 3_333,
        );
        if (position !== undefined) held.push(position);
      }
      await sleep(400 + (round % ROUNDS_LONGER) * 150);
      for (const position of held) {
        booked.set(position.id, await closeAndCompare(position));
        directions.add(position.direction);
      }
    }
    expect(booked.size).toBeGreaterThanOrEqual(POSITIONS_MIN);
    expect(directions.size).toBe(2);
    const { balance } = await client.balance();
    const totalCents = [...booked.values()].reduce((sum, cents) => sum + cents, 0);
    expect(Math.round(balance * 100)).toBe(START_EUROS * 100 + totalCents);
    const history = await client.history();
    for (const { id, profit } of history)
      expect(Math.round((profit ?? NaN) * 100)).toBe(booked.get(id));
  }, 120_000);

  async function open(direction: 'buy' | 'sell', seed: number): Promise<Held | undefined> {
    const amountCents = 10_000 + (seed % 40_000);
    const leverage = 1 + (seed % 2);
    const fromMs = Date.now();
    const seen = pointsIn({ fromMs, untilMs: fromMs })[0];
    if (seen === undefined) throw new Error('the file has ended');
    const answer = await client.send('openPosition', {
      requestId: randomUUID(),
      symbol: 'BTCUSD',
      direction,
      amount: amountCents / 100,
      leverage,
      price: Number(orderPriceAt(direction, seen)) / 100,
    });
    const opened = { fromMs, untilMs: Date.now() };
    await sleep(ORDER_PAUSE_MS);
    if (answer?.status === 'error' && answer.code === 'price-moved') return undefined;
    if (answer === undefined) throw new Error('no answer');
    const { position } = dataOf(answer) as PositionAnswer;
    return { id: position.id, direction, amountCents, leverage, opened };
  }

  /** The booked profit in cents, after it was found among what the rows of both moments give. */
  async function closeAndCompare(position: Held): Promise<number> {
    const fromMs = Date.now();
    const answer = await client.send('closePosition', { requestId: randomUUID(), id: position.id });
    const closed = { fromMs, untilMs: Date.now() };
    await sleep(ORDER_PAUSE_MS);
    if (answer === undefined) throw new Error('no answer');
    const { profit } = (dataOf(answer) as PositionAnswer).position;
    const bookedCents = Math.round((profit ?? NaN) * 100);
    const exposure = {
      direction: position.direction,
      amountCents: BigInt(position.amountCents),
      leverage: BigInt(position.leverage),
    };
    const possible = pointsIn(position.opened).flatMap((from) =>
      pointsIn(closed).map((until) => Number(profitBetween(exposure, from, until))),
    );
    expect(possible.length).toBeLessThanOrEqual(ROWS_MAX);
    expect(possible).toContain(bookedCents);
    return bookedCents;
  }

  /** The points that held at some time in the window. */
  function pointsIn({ fromMs, untilMs }: Window): readonly FilePoint[] {
    const from = toFileMs(fromMs - LATE_MAX_MS);
    const until = toFileMs(untilMs);
    return points.filter(
      ({ fileMs }, index) => fileMs <= until && (points[index + 1]?.fileMs ?? Infinity) > from,
    );
  }
});

async function readPoints(): Promise<readonly FilePoint[]> {
  const { candles } = JSON.parse(await readFile(PRICES, 'utf8')) as { candles: FileCandle[] };
  const catalogue = JSON.parse(await readFile(CATALOGUE, 'utf8')) as {
    symbol: string;
    spreadBps: number;
  }[];
  const bitcoin = catalogue.find(({ symbol }) => symbol === 'BTCUSD');
  const fromSeconds = Date.parse(FROM) / 1000;
  const rows = candles.filter(({ start }) => Number(start) >= fromSeconds - CANDLE_MS / 1000);
  return walkFile(rows, CANDLE_MS, String(bitcoin?.spreadBps));
}

/** The server logs which file time was played at which instant; rates it does not log. */
function readMapping(output: string): (atMs: number) => number {
  const line = output.split('\n').find((text) => text.includes('"fileStartMs"'));
  if (line === undefined) throw new Error(`no mapping in the log:\n${output}`);
  const { fileStartMs, startMs } = JSON.parse(line) as { fileStartMs: number; startMs: number };
  expect(fileStartMs).toBe(Date.parse(FROM));
  return (atMs) => fileStartMs + (atMs - startMs) * SPEED;
}

function sleep(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
