// A simulated market: prices are a pure function of a secret seed and time. Live ticks and candles
// come from one path, so they agree to the point, before and after a restart; nothing is stored.
import { assert, assertPresent } from '@halyard/core/assertion';
import type { Instrument } from '@halyard/core/instrument';
import { findMarketParameters } from '#catalogue/catalogue.ts';
import type { CrossLeg, MarketParameters } from '#catalogue/catalogue.ts';
import type { Candle, CandleRequest, HourClose } from '#candle/candle.ts';
import type { Clock, Scheduler } from '#clock/clock.ts';
import type { Feed, FeedSink, Tick } from '#feed/feed.ts';
import { createRecent } from '#recent/recent.ts';
import type { Sessions } from '#session/session.ts';
import { listCandles } from './history.ts';
import { listHourCloses } from './hour-closes.ts';
import { SEED_BYTES } from './keyed-hash.ts';
import { jumpsOf, profileOf, reversionPerYear } from './profiles.ts';
import type { Profile } from './profiles.ts';
import { createQuoting, TICK_MS } from './quoting.ts';
import type { Quoting } from './quoting.ts';
import { createSeason } from './season.ts';
import type { Season } from './season.ts';
import { createSharedNoise } from './shared-noise.ts';
import { createBasePath, createCrossPath } from './symbol-path.ts';
import type { SymbolPath } from './symbol-path.ts';

export { HISTORY_DAYS } from './history.ts';
export { SEED_BYTES } from './keyed-hash.ts';

// The number of groups in which symbols tick, evenly spread over the time between two ticks.
const GROUPS = 8;
const GROUP_STEP_MS = Math.floor(TICK_MS / GROUPS);

// How many missed ticks are quoted after a stall, so that no level is skipped. After a longer
// stall, such as a suspended machine, only the newest tick is quoted.
const CATCH_UP_TICKS_MAX = 128;

const MINUTE_DAYS_KEPT = 48;
const HOUR_DAYS_KEPT = 8_192;

export type SimulatorOptions = {
  /** The secret seed of SEED_BYTES bytes, created once per installation. */
  readonly seed: Uint8Array;
  /**
   * The instruments to simulate. Those without parameters in the catalogue, and crosses of unlisted
   * pairs, get no price.
   */
  readonly instruments: readonly Instrument[];
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
};

export interface Simulator extends Feed {
  /** Returns the newest tick at or before `atMs` at which the symbol's market was open. */
  tickAt(symbol: string, atMs: number): Tick;
  hourCloses(request: CandleRequest): Promise<readonly HourClose[]>;
}

type SimulatedSymbol = {
  readonly instrument: Instrument;
  readonly path: SymbolPath;
  readonly quoting: Quoting;
};

/** Returns a feed of simulated prices for all instruments in the catalogue. */
export function createSimulator(options: SimulatorOptions): Simulator {
  const { clock, scheduler } = options;
  assert(options.seed.length === SEED_BYTES, `a seed has ${SEED_BYTES} bytes`);
  const symbols = createSymbols(options);
  const get = (symbol: string): SimulatedSymbol =>
    assertPresent(symbols.get(symbol), `a simulated symbol ${symbol}`);
  const minuteDays = createRecent<readonly Candle[]>(MINUTE_DAYS_KEPT);
  const hourDays = createRecent<readonly Candle[]>(HOUR_DAYS_KEPT);
  let stopTicking: (() => void) | undefined;

  return {
    name: 'simulator',
    symbols: new Set(symbols.keys()),
    isReal: false,
    keepsSessions: true,
    hasSourceTime: true,
    tickAt(symbol, atMs) {
      const { quoting } = get(symbol);
      return quoting.tick(quoting.lastTickNumber(atMs));
    },
    start(sink) {
      assert(stopTicking === undefined, 'the simulator is started once');
      stopTicking = startTicking({ symbols, sink, clock, scheduler });
      return Promise.resolve();
    },
    stop() {
      stopTicking?.();
      stopTicking = undefined;
      return Promise.resolve();
    },
    candles(request) {
      const source = { ...get(request.symbol), minuteDays, hourDays, scheduler };
      return listCandles(source, request, clock.nowMs());
    },
    hourCloses(request) {
      return listHourCloses({ ...get(request.symbol), scheduler }, request, clock.nowMs());
    },
  };
}

function createSymbols(options: SimulatorOptions): ReadonlyMap<string, SimulatedSymbol> {
  const { sessions } = options;
  const seed = Buffer.from(options.seed).toString('hex');
  const shared = createSharedNoise(seed);
  const seasonOf = createSeasons(sessions);
  const known = options.instruments.flatMap((instrument) => {
    const parameters = findMarketParameters(instrument.symbol);
    const isListed = (leg: CrossLeg): boolean =>
      options.instruments.some((one) => one.symbol === leg.symbol);
    return parameters?.cross.every(isListed) === true ? [{ instrument, parameters }] : [];
  });
  const paths = new Map<string, SymbolPath>();
  const symbols = new Map<string, SimulatedSymbol>();
  // Crosses are created last: their pairs must exist, whatever the order of the list.
  const ordered = known.toSorted(
    (one, other) => one.parameters.cross.length - other.parameters.cross.length,
  );
  for (const { instrument, parameters } of ordered) {
    const profile = profileOf(instrument);
    const season = seasonOf(instrument.sessionId, profile);
    const path =
      crossPath(parameters, paths) ??
      createBasePath({
        seed,
        parameters,
        season,
        shared,
        jumps: jumpsOf(instrument, parameters),
        reversionPerYear: reversionPerYear(instrument.category),
      });
    paths.set(instrument.symbol, path);
    const group = known.findIndex((one) => one.instrument === instrument) % GROUPS;
    const quoting = createQuoting(
      {
        instrument,
        parameters,
        profile,
        path,
        openMinutesWeek: season.openMinutesWeek,
        offsetMs: group * GROUP_STEP_MS,
      },
      sessions,
    );
    symbols.set(instrument.symbol, { instrument, path, quoting });
  }
  return symbols;
}

/**
 * Returns the season of each session and profile, shared by the instruments that have both in
 * common.
 */
function createSeasons(sessions: Sessions): (sessionId: string, profile: Profile) => Season {
  const seasons = new Map<Profile, Map<string, Season>>();
  return (sessionId, profile) => {
    const ofProfile = seasons.get(profile) ?? new Map<string, Season>();
    const season = ofProfile.get(sessionId) ?? createSeason(sessions, sessionId, profile);
    seasons.set(profile, ofProfile.set(sessionId, season));
    return season;
  };
}

function crossPath(
  { cross }: MarketParameters,
  paths: ReadonlyMap<string, SymbolPath>,
): SymbolPath | undefined {
  if (cross.length === 0) return undefined;
  return createCrossPath(
    cross.map(({ symbol, power }) => ({
      path: assertPresent(paths.get(symbol), `the pair ${symbol} of a cross`),
      power,
    })),
  );
}

type Ticking = {
  readonly symbols: ReadonlyMap<string, SimulatedSymbol>;
  readonly sink: FeedSink;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
};

function startTicking({ symbols, sink, clock, scheduler }: Ticking): () => void {
  const startMs = clock.nowMs();
  const quoted = new Map<Quoting, number>();
  for (const { quoting } of symbols.values()) {
    const number = quoting.tickNumber(startMs);
    if (quoting.isQuotedAt(number)) sink.tick(quoting.tick(number));
    else sink.lastKnown(quoting.tick(quoting.lastTickNumber(startMs)));
    quoted.set(quoting, number);
  }
  let cancel = (): void => {};
  const run = (): void => {
    const nowMs = clock.nowMs();
    for (const [quoting, lastNumber] of quoted) {
      const number = quoting.tickNumber(nowMs);
      const missed = number - lastNumber > CATCH_UP_TICKS_MAX ? number - 1 : lastNumber;
      for (let next = missed + 1; next <= number; next += 1) {
        if (quoting.isQuotedAt(next)) sink.tick(quoting.tick(next));
      }
      if (number > lastNumber) quoted.set(quoting, number);
    }
    plan(nowMs);
  };
  const plan = (nowMs: number): void => {
    cancel = scheduler.after(GROUP_STEP_MS - (nowMs % GROUP_STEP_MS), run);
  };
  plan(startMs);
  return () => {
    cancel();
  };
}
