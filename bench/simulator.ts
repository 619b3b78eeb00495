// The cost of the built-in market: a year of 1-minute candles of each symbol, and all symbols live
// at four ticks per second. It is measured in processor time, which other programs affect little.
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import {
  CANDLES_MAX,
  createMarket,
  createSessions,
  createSimulator,
  loadCatalogue,
  SEED_BYTES,
  type Simulator,
} from '@halyard/market';
import { processorMs } from './machine.ts';
import { rounded, type Bench, type Report } from './report.ts';
import { createVirtualTime } from './virtual-time.ts';

const YEAR_DAYS = 365;
/** A Wednesday, at a time when all markets except the Asian ones are open. */
const START_MS = Date.UTC(2026, 2, 18, 15);
const LIVE_MS = 600_000;
const WARM_UP_MS = MINUTE_MS;
const SEED = new Uint8Array(SEED_BYTES).fill(7);

export const measureSimulator: Bench = async ({ scale, report }) => {
  const instruments = loadCatalogue();
  const symbols = instruments.slice(0, Math.ceil(instruments.length * scale));
  const years = [];
  for (const { symbol } of symbols) years.push(await measureYear(symbol, report));
  const slowest = years.toSorted((one, other) => other.processorMs - one.processorMs)[0];
  const sumMs = years.reduce((sum, year) => sum + year.processorMs, 0);
  report.say('live');
  return {
    symbols: years.length,
    yearOfMinutes: { slowest, meanProcessorMs: Math.round(sumMs / years.length) },
    live: await measureLive(LIVE_MS * scale),
  };
};

/**
 * Measures one symbol with a simulator of its own, so that the cached data of other symbols has no
 * effect.
 */
async function measureYear(symbol: string, report: Report) {
  const time = createVirtualTime(START_MS);
  const options = { instruments: loadCatalogue(), sessions: createSessions(), ...time };
  const simulator = createSimulator({ ...options, seed: SEED });
  const [startedMs, workedMs] = [performance.now(), processorMs()];
  const candles = await readYear(simulator, symbol);
  const year = {
    symbol,
    candles,
    processorMs: Math.round(processorMs() - workedMs),
    elapsedMs: Math.round(performance.now() - startedMs),
  };
  report.say(`${symbol.padEnd(8)} ${candles} candles in ${year.processorMs} ms`);
  return year;
}

async function readYear(simulator: Simulator, symbol: string): Promise<number> {
  const pageMs = CANDLES_MAX * MINUTE_MS;
  let count = 0;
  for (let fromMs = START_MS - YEAR_DAYS * DAY_MS; fromMs < START_MS; fromMs += pageMs) {
    const range = { fromMs, toMs: Math.min(START_MS, fromMs + pageMs), limit: CANDLES_MAX };
    count += (await simulator.candles({ symbol, timeframe: '1m', ...range })).length;
  }
  return count;
}

/** The complete market: ticks, their pipeline and the symbols' states. */
async function measureLive(durationMs: number) {
  const time = createVirtualTime(START_MS);
  const instruments = loadCatalogue();
  const options = { instruments, sessions: createSessions(), ...time };
  const market = createMarket({
    ...options,
    feed: createSimulator({ ...options, seed: SEED }),
    onError: (error) => {
      throw error;
    },
  });
  let ticks = 0;
  market.onQuote(() => {
    ticks += 1;
  });
  await market.start();
  time.advance(WARM_UP_MS);
  const [before, workedMs] = [ticks, processorMs()];
  time.advance(durationMs);
  const share = (processorMs() - workedMs) / durationMs;
  const ticksPerSecond = Math.round(((ticks - before) / durationMs) * 1_000);
  await market.stop();
  const fourHertz = (4 * instruments.length) / ticksPerSecond;
  return { ticksPerSecond, coreShare: rounded(share), coreShareAt4Hz: rounded(share * fourHertz) };
}
