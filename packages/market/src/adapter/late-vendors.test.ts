// Late quotes of a vendor, over real sockets and through the whole market.
import type { Instrument, SymbolState } from '@halyard/core/instrument';
import { startAlpacaServer, startOandaServer } from '@halyard/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { createAlpaca, createBinance, createOanda } from '#adapter/adapter.ts';
import type { Adapter, AdapterOptions } from '#adapter/adapter.ts';
import { createTime, evenChance, until } from '#adapter/testing/harness.ts';
import { loadCatalogue } from '#catalogue/catalogue.ts';
import { createSessions } from '#session/session.ts';
import type { VirtualTime } from '#testing/virtual-time.ts';
import { createMarket } from '../market.ts';
import type { Market } from '../market.ts';

type Desk = {
  readonly market: Market;
  readonly symbol: string;
  /** Sends a quote that the vendor timestamped `lagMs` ago, and waits until it has arrived. */
  quote(lagMs: number): Promise<SymbolState>;
};

type Stage = {
  readonly adapter: Adapter;
  readonly symbol: string;
  send(atMs: number): void;
  close(): Promise<void>;
};

async function startDesk(
  stageOf: (parts: AdapterOptions, time: VirtualTime) => Promise<Stage>,
): Promise<Desk> {
  const time = createTime();
  const instruments: readonly Instrument[] = loadCatalogue();
  const stage = await stageOf({ instruments, ...time, chance: evenChance }, time);
  const { adapter, symbol } = stage;
  const market = createMarket({
    instruments,
    feed: adapter,
    sessions: createSessions(),
    ...time,
    // The simulated vendors have no history, so requests for it fail; the test ignores these
    // failures.
    onError: () => undefined,
  });
  onTestFinished(async () => {
    await market.stop();
    await stage.close();
  });
  await market.start();
  await until(() => adapter.connection.state === 'up', 'the connection');
  let quoted = 0;
  market.onQuote(() => (quoted += 1));
  const count = (): number =>
    quoted + market.rejectionCounts().reduce((sum, one) => sum + one.count, 0);
  return {
    market,
    symbol,
    async quote(lagMs) {
      const before = count();
      time.advance(250);
      stage.send(time.clock.nowMs() - lagMs);
      await until(() => count() > before, 'the quote');
      return market.state(symbol);
    },
  };
}

async function stageOanda(parts: AdapterOptions, time: VirtualTime): Promise<Stage> {
  const account = '101-004-1234567-001';
  const token = 'a-token';
  const nowMs = time.clock.nowMs;
  const server = await startOandaServer({ token, account, nowMs, heartbeatEveryMs: 0 });
  const { streamUrl, restUrl } = server;
  const urls = { streamUrl, restUrl };
  return {
    adapter: createOanda({ ...parts, ...urls, token, account, environment: 'practice' }),
    symbol: 'EURUSD',
    send: (atMs) => server.quote('EUR_USD', { bids: ['1.15143'], asks: ['1.15151'], atMs }),
    close: () => server.close(),
  };
}

async function stageAlpaca(parts: AdapterOptions, time: VirtualTime): Promise<Stage> {
  const keys = { key: 'a-key', secret: 'a-secret' };
  const server = await startAlpacaServer({ ...keys, nowMs: time.clock.nowMs });
  const { streamUrl, restUrl } = server;
  const urls = { streamUrl, restUrl };
  return {
    adapter: createAlpaca({ ...parts, ...urls, ...keys, feed: 'sip', symbolsMax: 30 }),
    symbol: 'AAPL',
    send: (atMs) => server.quote('AAPL', { bid: '299.98', ask: '300.01', atMs }),
    close: () => server.close(),
  };
}

it.each([
  ['OANDA', stageOanda],
  ['Alpaca', stageAlpaca],
])('trades on no quote that %s sent minutes ago, and on one that is on time', async (_, stage) => {
  const { market, symbol, quote } = await startDesk(stage);
  for (let count = 0; count < 6; count += 1) expect(await quote(120_000)).not.toBe('live');
  expect(market.quote(symbol)).toBeUndefined();
  expect(market.timing(market.rejectionCounts()[0]?.source ?? '')).toEqual({
    hasSourceTime: true,
    lagMs: 120_000,
    clockOffsetMs: 0,
    lateSymbols: [symbol],
  });
  const states: SymbolState[] = [];
  for (let count = 0; count < 3; count += 1) states.push(await quote(40));
  expect(states).toEqual(['none', 'none', 'live']);
});

it.each([
  ['OANDA', stageOanda],
  ['Alpaca', stageAlpaca],
])('stops trading on %s once its delay has grown by seconds', async (_, stage) => {
  const { market, quote } = await startDesk(stage);
  const alerts: string[] = [];
  market.onAlert(({ kind }) => alerts.push(kind));
  const liveUpToMs: number[] = [];
  for (let lagMs = 40; lagMs < 8_000; lagMs += 100) {
    if ((await quote(lagMs)) === 'live') liveUpToMs.push(lagMs);
  }
  expect(Math.max(...liveUpToMs)).toBeGreaterThan(1_800);
  expect(Math.max(...liveUpToMs)).toBeLessThanOrEqual(2_040);
  expect(alerts).toEqual(['quotes-late']);
});

it('states for each vendor whether its quotes carry a time', () => {
  const parts: AdapterOptions = {
    instruments: loadCatalogue(),
    ...createTime(),
    chance: evenChance,
  };
  const adapters = [
    createOanda({ ...parts, token: 'a', account: 'b', environment: 'practice' }),
    createAlpaca({ ...parts, key: 'a', secret: 'b', feed: 'iex', symbolsMax: 30 }),
    createBinance(parts),
  ];
  expect(adapters.map(({ name, hasSourceTime }) => `${name} ${hasSourceTime}`)).toEqual([
    'oanda true',
    'alpaca true',
    'binance false',
  ]);
});
