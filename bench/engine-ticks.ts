// The cost of a tick in the engine, in memory. Calm: prices move as in an ordinary market, and the
// accounts' margin levels are between 60 and 500 %. Crisis: eight times the volatility, levels
// between 50 and 60 %. They are compared with a scan of all positions and accounts, as an engine
// without indexes would do.
import { apply, decide, listTriggered } from '@halyard/core/engine';
import type { EngineState, Event, MarketCommand } from '@halyard/core/engine';
import { loadCatalogue } from '@halyard/market';
import { createCrowd } from './crowd.ts';
import { processorMs, settledMemoryBytes } from './machine.ts';
import { createRandom } from './random.ts';
import { percentile, rounded, type Bench, type Report } from './report.ts';
import { createScan } from './scan.ts';
import { addWaiting } from './waiting-orders.ts';
import { createWalk, tickOf, type Walk } from './walk.ts';

const ACCOUNTS = 200_000;
const FEW_ACCOUNTS = 200;
const POSITIONS_PER_ACCOUNT = 5;
const CALM_TICKS = 10_000_000;
const WARM_UP_TICKS = 1_000_000;
const TURN_TICKS = 100_000;
const CRISIS_TICKS = 100_000;
const CRISIS_RUNS = 3;
const SCANNED_TICKS = 300;
const CRISIS_VOLATILITY = 8;
const SEED = 20_260_105;
/**
 * Ticks are a millisecond apart, so the marks of trailing stops are stored once a second, as in the
 * program.
 */
const TICKS_PER_RECORD = 1_000;
/**
 * The permitted loss of the calm rate, in percent, with as many orders and trailing stops as
 * positions.
 */
const WAITING_PERCENT_MAX = 10;

const CALM = { leverageMin: 1, levelPercent: { least: 60, most: 500 }, lostShare: 0 };
const CRISIS = { leverageMin: 1, levelPercent: { least: 50, most: 60 }, lostShare: 0.4 };

export const measureEngineTicks: Bench = ({ scale, report }) => {
  const accounts = Math.max(FEW_ACCOUNTS, Math.round(ACCOUNTS * scale));
  const few = measureCalm({ accounts: FEW_ACCOUNTS, scale, report });
  const calm = measureCalm({ accounts, scale, report });
  const waiting = measureWaiting({ accounts, scale, report });
  const scan = measureScan(accounts, report);
  const crisis = measureCrisis({ accounts, scale, report });
  return {
    positions: accounts * POSITIONS_PER_ACCOUNT,
    calm,
    fewPositions: { positions: FEW_ACCOUNTS * POSITIONS_PER_ACCOUNT, ...few },
    ratio: rounded(calm.nanosecondsPerTick / few.nanosecondsPerTick),
    waiting: { ...waiting, slowerPercentMax: WAITING_PERCENT_MAX },
    scan,
    crisis,
  };
};

type Sized = {
  readonly accounts: number;
  readonly scale: number;
  readonly report: Report;
};

function fill(accounts: number, kind: typeof CALM): EngineState {
  return createCrowd({
    instruments: loadCatalogue(),
    accounts,
    positionsPerAccount: POSITIONS_PER_ACCOUNT,
    ...kind,
    random: createRandom(SEED),
  });
}

function walkOf(length: number, volatility: number): Walk {
  const instruments = loadCatalogue();
  return createWalk({ instruments, length, volatility, random: createRandom(SEED + 1) });
}

function measureCalm({ accounts, scale, report }: Sized) {
  const length = Math.round(CALM_TICKS * scale);
  const warmUp = Math.round(WARM_UP_TICKS * scale);
  const positions = accounts * POSITIONS_PER_ACCOUNT;
  report.say(`calm: filling ${positions} positions`);
  const state = fill(accounts, CALM);
  const walk = walkOf(warmUp + length, 1);
  play(state, walk, { from: 0, to: warmUp });

  report.say(`calm: ${length} ticks`);
  const memoryBytes = settledMemoryBytes();
  const measured = state.marginBands.measureCount;
  const [startedMs, workedMs] = [performance.now(), processorMs()];
  const closes = play(state, walk, { from: warmUp, to: warmUp + length });
  const worked = processorMs() - workedMs;
  const seconds = (performance.now() - startedMs) / 1_000;
  const heapGrowthBytes = settledMemoryBytes() - memoryBytes;
  return {
    ticks: length,
    ticksPerSecond: Math.round(length / seconds),
    ticksPerProcessorSecond: Math.round((length / worked) * 1_000),
    nanosecondsPerTick: rounded((worked * 1e6) / length),
    accountsMeasured: state.marginBands.measureCount - measured,
    closes,
    heapGrowthBytes,
  };
}

/**
 * The same ticks without and beside an entry order and a trailing stop for each position, in turns
 * of `TURN_TICKS`, so that other programs of the machine disturb both alike. The typical turn is
 * calm; the sums contain the fills and closes that the walk causes.
 */
function measureWaiting({ accounts, scale, report }: Sized) {
  const length = Math.round(CALM_TICKS * scale);
  const warmUp = Math.round(WARM_UP_TICKS * scale);
  const walk = walkOf(warmUp + length, 1);
  const { length: symbols } = walk.symbols;
  report.say(`waiting: filling ${accounts * POSITIONS_PER_ACCOUNT} positions twice`);
  const states = [fill(accounts, CALM), fill(accounts, CALM)] as const;
  for (const state of states) play(state, walk, { from: 0, to: symbols });
  const waiting = addWaiting(states[1], createRandom(SEED + 2));
  for (const state of states) play(state, walk, { from: symbols, to: warmUp });

  report.say(`waiting: ${length} ticks without and beside ${waiting} orders and trailing stops`);
  const memoryBytes = settledMemoryBytes();
  const turns: (readonly [number, number])[] = [];
  const closes = [0, 0];
  const turnTicks = Math.max(1, Math.round(TURN_TICKS * scale));
  for (let from = warmUp; from < warmUp + length; from += turnTicks) {
    const to = Math.min(from + turnTicks, warmUp + length);
    const [without = 0, beside = 0] = states.map((state, at) => {
      const startedMs = processorMs();
      closes[at] = (closes[at] ?? 0) + play(state, walk, { from, to });
      return (processorMs() - startedMs) / (to - from);
    });
    turns.push([without, beside]);
  }
  const costOf = (at: 0 | 1) => {
    const samples = Float64Array.from(turns, (turn) => turn[at]);
    const meanMs = samples.reduce((sum, one) => sum + one, 0) / samples.length;
    return {
      nanosecondsPerTick: rounded(percentile(samples, 0.5) * 1e6),
      meanNanosecondsPerTick: rounded(meanMs * 1e6),
      closes: closes[at],
    };
  };
  const ratios = Float64Array.from(turns, ([without, beside]) => beside / without);
  return {
    ticks: length,
    orders: waiting,
    trailingStops: waiting,
    without: costOf(0),
    beside: costOf(1),
    ordersTriggered: waiting - states[1].orderDeadlines.size,
    heapGrowthBytes: settledMemoryBytes() - memoryBytes,
    slowerPercent: rounded((1 - 1 / percentile(ratios, 0.5)) * 100),
  };
}

function measureScan(accounts: number, report: Report) {
  report.say(`scan: ${SCANNED_TICKS} ticks`);
  const state = fill(accounts, CALM);
  const walk = walkOf(WARM_UP_TICKS, 1);
  const { length } = walk.symbols;
  play(state, walk, { from: 0, to: length });
  const scan = createScan(state);
  let found = 0;
  const workedMs = processorMs();
  for (let tick = length; tick < length + SCANNED_TICKS; tick += 1) {
    const { quote } = tickOf(walk, tick);
    found += scan(quote, state.markets.get(quote.symbol)?.quote);
    apply(state, { kind: 'tick-accepted', quote });
  }
  const worked = processorMs() - workedMs;
  return {
    ticks: SCANNED_TICKS,
    nanosecondsPerTick: rounded((worked * 1e6) / SCANNED_TICKS),
    ticksPerProcessorSecond: rounded((SCANNED_TICKS / worked) * 1_000),
    found,
  };
}

/**
 * Repeats the same crisis. The work of a tick is the same in each run, so its shortest time is the
 * one that other programs of the machine disturbed least.
 */
function measureCrisis({ accounts, scale, report }: Sized) {
  const length = Math.round(CRISIS_TICKS * scale);
  const walk = walkOf(length, CRISIS_VOLATILITY);
  const first = walk.symbols.length;
  const least = new Float64Array(length - first).fill(Number.POSITIVE_INFINITY);
  const runs = Array.from({ length: CRISIS_RUNS }, (_, run) => {
    report.say(`crisis ${run + 1} of ${CRISIS_RUNS}: filling ${accounts} accounts`);
    const state = fill(accounts, CRISIS);
    play(state, walk, { from: 0, to: first });
    report.say(`crisis ${run + 1} of ${CRISIS_RUNS}: ${length} ticks`);
    const measured = state.marginBands.measureCount;
    const elapsed = new Float64Array(length - first);
    let closes = 0;
    for (let tick = first; tick < length; tick += 1) {
      const startedMs = performance.now();
      closes += play(state, walk, { from: tick, to: tick + 1 });
      const elapsedMs = performance.now() - startedMs;
      elapsed[tick - first] = elapsedMs;
      least[tick - first] = Math.min(least[tick - first] ?? 0, elapsedMs);
    }
    const accountsMeasured = state.marginBands.measureCount - measured;
    return { ...spreadOf(elapsed), accountsMeasured, closes };
  });
  return { ticks: length - first, ...spreadOf(least), runs };
}

function spreadOf(samplesMs: Float64Array) {
  return {
    p50Ms: rounded(percentile(samplesMs, 0.5)),
    p99Ms: rounded(percentile(samplesMs, 0.99)),
    maxMs: rounded(percentile(samplesMs, 1)),
  };
}

/** Decides and applies as the engine's runner does; returns how many positions were closed. */
function play(
  state: EngineState,
  walk: Walk,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  let closes = 0;
  for (let tick = from; tick < to; tick += 1) {
    const command = tickOf(walk, tick);
    const { atMs, quote } = command;
    closes += run(state, command);
    for (const { id: orderId, accountId } of listTriggered(state, quote.symbol, atMs)) {
      run(state, { kind: 'trigger-order', accountId, atMs, orderId });
    }
    if (tick % TICKS_PER_RECORD === 0) run(state, { kind: 'record-trails', atMs });
  }
  return closes;
}

function run(state: EngineState, command: MarketCommand): number {
  const decision = decide(state, command);
  if (decision.kind === 'refused') throw new Error('a market command is never refused');
  for (const event of decision.events) apply(state, event);
  return decision.events.filter(isClose).length;
}

function isClose({ kind }: Event): boolean {
  return kind === 'position-closed';
}
