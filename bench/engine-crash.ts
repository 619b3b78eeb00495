// A gap that closes 100,000 positions of one symbol: how long the engine needs to decide and apply
// all closes in memory and to commit them, and how long an order of an unaffected customer waits
// meanwhile.
import { apply, decide, type EngineState } from '@halyard/core/engine';
import { loadCatalogue } from '@halyard/market';
import { createCrowd } from './crowd.ts';
import { processorMs } from './machine.ts';
import { createRandom } from './random.ts';
import { rounded, type Bench } from './report.ts';
import { askFixture } from './fixture.ts';
import { startBidPoints, tickOf } from './walk.ts';

const POSITIONS = 100_000;
const POSITIONS_PER_ACCOUNT = 5;
const SYMBOL = 'EURUSD';
const GAP = 0.1;
const ROUNDS = 5;
const SEED = 20_260_105;

type Durable = {
  readonly closes: number;
  readonly elapsedMs: number;
  readonly closesPerSecond: number;
  readonly otherOrders: number;
  readonly longestWaitMs: number;
};

export const measureEngineCrash: Bench = async ({ scale, report, databases }) => {
  const accounts = Math.max(1, Math.round((POSITIONS * scale) / POSITIONS_PER_ACCOUNT));
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    report.say(`round ${round + 1} of ${ROUNDS}`);
    return crash(accounts, SEED + round);
  });
  const fastest = rounds.toSorted((one, other) => other.closesPerSecond - one.closesPerSecond);
  const durable: Record<string, unknown> = {};
  for (const database of databases) {
    report.say(`${database}: ${accounts * POSITIONS_PER_ACCOUNT} positions`);
    const words = [database, String(accounts * POSITIONS_PER_ACCOUNT)];
    const figures = await askFixture<Durable>('crash-fixture', words);
    if (figures === undefined) {
      report.say(`${database}: SKIPPED, none answers at DATABASE_URL or 127.0.0.1:5432`);
      continue;
    }
    const { elapsedMs, longestWaitMs } = figures;
    durable[database] = {
      ...figures,
      elapsedMs: rounded(elapsedMs),
      longestWaitMs: rounded(longestWaitMs),
    };
  }
  return { inMemory: fastest[Math.floor(ROUNDS / 2)], rounds, durable };
};

function crash(accounts: number, seed: number) {
  const instruments = loadCatalogue().filter(({ symbol }) => symbol === SYMBOL);
  const [instrument] = instruments;
  if (instrument === undefined) throw new Error(`${SYMBOL} is not in the catalogue`);
  const state = createCrowd({
    instruments,
    accounts,
    positionsPerAccount: POSITIONS_PER_ACCOUNT,
    levelPercent: { least: 60, most: 500 },
    // From this leverage on, all levels of a position lie within the gap.
    leverageMin: 10,
    lostShare: 0,
    random: createRandom(seed),
  });
  const price = startBidPoints(instrument);
  // The gap closes every long by its stop, stop-out or the margin close-out, and every short by its
  // target.
  const prices = Float64Array.of(price, Math.round(price * (1 - GAP)));
  const walk = { symbols: [SYMBOL], indexes: new Uint8Array(2), sells: prices, buys: prices };
  perform(state, walk, 0);

  const [startedMs, workedMs] = [performance.now(), processorMs()];
  const { closes, decidedMs } = perform(state, walk, 1);
  const elapsedMs = performance.now() - startedMs;
  return {
    closes,
    decideMs: rounded(decidedMs - startedMs),
    applyMs: rounded(elapsedMs - (decidedMs - startedMs)),
    closesPerSecond: Math.round((closes / elapsedMs) * 1_000),
    closesPerProcessorSecond: Math.round((closes / (processorMs() - workedMs)) * 1_000),
  };
}

function perform(
  state: EngineState,
  walk: Parameters<typeof tickOf>[0],
  tick: number,
): { readonly closes: number; readonly decidedMs: number } {
  const decision = decide(state, tickOf(walk, tick));
  const decidedMs = performance.now();
  if (decision.kind === 'refused') throw new Error('a tick is never refused');
  let closes = 0;
  for (const event of decision.events) {
    apply(state, event);
    if (event.kind === 'position-closed') closes += 1;
  }
  return { closes, decidedMs };
}
