// Late quotes of a vendor, over real sockets and through the whole market.
import type { SymbolState } from '@halyard/core/instrument';
import { expect, it, onTestFinished } from 'vitest';
import { VENDORS } from '#adapter/adapter.ts';
import type { VendorName } from '#adapter/adapter.ts';
import { createTime, until } from '#adapter/testing/harness.ts';
import { VENDOR_FIXTURES } from '#adapter/testing/vendor-fixtures.ts';
import { loadCatalogue } from '#catalogue/catalogue.ts';
import { createSessions } from '#session/session.ts';
import { createMarket } from '../market.ts';
import type { Market } from '../market.ts';

type Desk = {
  readonly market: Market;
  readonly symbol: string;
  /** Sends a quote that the vendor timestamped `lagMs` ago, and waits until it has arrived. */
  quote(lagMs: number): Promise<SymbolState>;
};

async function startDesk(name: VendorName): Promise<Desk> {
  const time = createTime();
  const fixture = await VENDOR_FIXTURES[name].start(time);
  const { adapter, symbol } = fixture;
  const market = createMarket({
    instruments: loadCatalogue(),
    feed: adapter,
    sessions: createSessions(),
    ...time,
    // The simulated vendors have no history, so requests for it fail; the test ignores these
    // failures.
    onError: () => undefined,
  });
  onTestFinished(async () => {
    await market.stop();
    await fixture.server.close();
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
      fixture.quote(fixture.usualPrice, time.clock.nowMs() - lagMs);
      await until(() => count() > before, 'the quote');
      return market.state(symbol);
    },
  };
}

/** The vendors whose quotes carry a time; the lag of the others is unknown. */
const TIMED = VENDORS.map(({ name }) => name).filter((name) => VENDOR_FIXTURES[name].hasSourceTime);

it.each(TIMED)(
  'trades on no quote that %s sent minutes ago, and on one that is on time',
  async (name) => {
    const { market, symbol, quote } = await startDesk(name);
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
  },
);

it.each(TIMED)('stops trading on %s once its delay has grown by seconds', async (name) => {
  const { market, quote } = await startDesk(name);
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

it.each(VENDORS)('states whether the quotes of $name carry a time', async ({ name }) => {
  const { adapter, server } = await VENDOR_FIXTURES[name].start(createTime());
  await server.close();
  expect(adapter.hasSourceTime).toBe(VENDOR_FIXTURES[name].hasSourceTime);
});
