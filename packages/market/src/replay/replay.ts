// A feed that replays files of real prices: file time is mapped to the present at a given speed,
// ticks are timestamped now, and there are no trading hours. Between two points of a file the last
// quote is repeated every second, so that a symbol stays live; after the last point it is closed.
import { assertPresent } from '@halyard/core/assertion';
import type { Instrument } from '@halyard/core/instrument';
import { findMarketParameters } from '#catalogue/catalogue.ts';
import type { Clock, Scheduler } from '#clock/clock.ts';
import type { Feed, FeedSink } from '#feed/feed.ts';
import { readPriceFile } from '#price-file/price-file.ts';
import type { FileReport, PriceTable } from '#price-file/price-file.ts';
import { joinTables } from './join-tables.ts';
import { listQuotedCandles, REPEAT_MS } from './quoted-candles.ts';
import { createQuotedWalk } from './quoted-walk.ts';
import type { Mapping, QuotedWalk } from './quoted-walk.ts';
import { createSeries } from './series.ts';
import type { Series } from './series.ts';

export type { Mapping } from './quoted-walk.ts';

export const REPLAY_SPEED_MIN = 0.001;
export const REPLAY_SPEED_MAX = 1_000_000;
const REPLAY_FILES_MAX = 100;

// How many points of a symbol are quoted before other timers and input run.
const POINTS_PER_TURN = 500;

export type ReplayOptions = {
  readonly instruments: readonly Instrument[];
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** The files of each symbol, in any order; they must not overlap. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** The replay speed: seconds of file time per second. */
  readonly speed: number;
  /** The file time to start at; default: the first at which every symbol has a price. */
  readonly startFileMs?: number;
};

export interface Replay extends Feed {
  readonly mapping: Mapping;
  /** What each file contains, file by file. */
  readonly reports: readonly (FileReport & { readonly symbol: string; readonly path: string })[];
}

export type CreatedReplay =
  | { readonly kind: 'ready'; readonly replay: Replay }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** Reads all files and returns the feed, or every problem with them. */
export async function createReplay(options: ReplayOptions): Promise<CreatedReplay> {
  const loaded = await loadFiles(options);
  const problems = [
    ...settingProblems(options),
    ...loaded.problems,
    ...startProblems(options, [...loaded.series.values()]),
  ];
  if (problems.length > 0) return { kind: 'refused', problems };
  const { clock, scheduler, speed } = options;
  const firsts = [...loaded.series.values()].map((series) => series.fileAtMs(0));
  const fileStartMs = options.startFileMs ?? firsts.reduce((one, other) => Math.max(one, other));
  const mapping: Mapping = { fileStartMs, startMs: clock.nowMs(), speed };
  const walks = new Map(
    [...loaded.series].map(([symbol, series]) => [symbol, createQuotedWalk(series, mapping)]),
  );
  let stopPlaying: (() => void) | undefined;
  return {
    kind: 'ready',
    replay: {
      name: 'replay',
      symbols: new Set(walks.keys()),
      isReal: false,
      keepsSessions: false,
      hasSourceTime: true,
      mapping,
      reports: loaded.reports,
      start(sink) {
        stopPlaying = startPlaying({ walks, sink, clock, scheduler });
        return Promise.resolve();
      },
      stop() {
        stopPlaying?.();
        stopPlaying = undefined;
        return Promise.resolve();
      },
      candles(request) {
        const walk = assertPresent(walks.get(request.symbol), `a replayed ${request.symbol}`);
        return Promise.resolve(listQuotedCandles(walk, request, clock.nowMs()));
      },
    },
  };
}

function settingProblems({ speed, files }: ReplayOptions): string[] {
  const problems: string[] = [];
  if (!(speed >= REPLAY_SPEED_MIN && speed <= REPLAY_SPEED_MAX)) {
    problems.push(`the speed must be from ${REPLAY_SPEED_MIN} to ${REPLAY_SPEED_MAX}`);
  }
  const count = [...files.values()].reduce((sum, paths) => sum + paths.length, 0);
  if (count === 0) problems.push('name at least one file to replay');
  if (count > REPLAY_FILES_MAX) problems.push(`name at most ${REPLAY_FILES_MAX} files`);
  return problems;
}

function startProblems({ startFileMs }: ReplayOptions, series: readonly Series[]): string[] {
  if (startFileMs === undefined || series.some(({ endMs }) => startFileMs < endMs)) return [];
  return ['the start must lie before the end of a file'];
}

type Loaded = {
  readonly series: Map<string, Series>;
  readonly reports: Replay['reports'][number][];
  readonly problems: string[];
};

async function loadFiles({ instruments, files }: ReplayOptions): Promise<Loaded> {
  const loaded: Loaded = { series: new Map(), reports: [], problems: [] };
  for (const [symbol, paths] of files) {
    const instrument = instruments.find((one) => one.symbol === symbol);
    const parameters = findMarketParameters(symbol);
    if (instrument === undefined || parameters === undefined) {
      loaded.problems.push(`${symbol} is not in the catalogue`);
      continue;
    }
    const tables: PriceTable[] = [];
    for (const path of paths.slice(0, REPLAY_FILES_MAX)) {
      const read = await readPriceFile({ path, decimals: instrument.decimals });
      if (read.kind === 'refused') {
        loaded.problems.push(`${symbol}, ${path}: ${read.problem}`);
        continue;
      }
      tables.push(read.table);
      loaded.reports.push({ ...read.report, symbol, path });
    }
    if (tables.length === 0) continue;
    const table = joinTables(tables);
    if (table === undefined) {
      loaded.problems.push(`${symbol}: its files overlap, or mix candles with ticks`);
      continue;
    }
    loaded.series.set(symbol, createSeries(table, parameters.spreadCentiBps));
  }
  return loaded;
}

type Playing = {
  readonly walks: ReadonlyMap<string, QuotedWalk>;
  readonly sink: FeedSink;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
};

type Player = {
  readonly symbol: string;
  readonly walk: QuotedWalk;
  /** The number of the symbol's points quoted so far. */
  count: number;
  quotedAtMs: number;
  hasEnded: boolean;
};

function startPlaying({ walks, sink, clock, scheduler }: Playing): () => void {
  const players = [...walks].map(([symbol, walk]): Player => {
    // The last point before the start is quoted immediately, as a repetition; earlier points are
    // not quoted.
    const count = walk.countAt(clock.nowMs());
    return { symbol, walk, count, quotedAtMs: -Infinity, hasEnded: false };
  });
  let cancel = (): void => {};
  const run = (): void => {
    for (const player of players) play(player, sink, clock.nowMs());
    const playing = players.filter(({ hasEnded }) => !hasEnded);
    if (playing.length === 0) return;
    const nextMs = playing.reduce((soonest, player) => Math.min(soonest, dueMs(player)), Infinity);
    cancel = scheduler.after(Math.max(0, nextMs - clock.nowMs()), run);
  };
  run();
  return () => {
    cancel();
  };
}

function play(player: Player, sink: FeedSink, nowMs: number): void {
  const { symbol, walk } = player;
  if (player.hasEnded) return;
  const quote = (index: number): void => {
    const { bidPoints, askPoints } = walk.point(index);
    sink.tick({ symbol, bidPoints, askPoints, sourceAtMs: nowMs });
    player.quotedAtMs = nowMs;
  };
  const lastCount = Math.min(walk.count, player.count + POINTS_PER_TURN);
  for (; player.count < lastCount && walk.quotedAtMs(player.count) <= nowMs; player.count += 1) {
    quote(player.count);
  }
  if (player.count === walk.count && nowMs >= walk.endMs) {
    player.hasEnded = true;
    sink.ended(symbol);
    return;
  }
  if (player.count > 0 && nowMs - player.quotedAtMs >= REPEAT_MS) quote(player.count - 1);
}

/** Returns the next time at which the player must act: a point, a repetition or its end. */
function dueMs({ walk, count, quotedAtMs }: Player): number {
  const pointMs = count < walk.count ? walk.quotedAtMs(count) : walk.endMs;
  return count > 0 ? Math.min(pointMs, quotedAtMs + REPEAT_MS) : pointMs;
}
