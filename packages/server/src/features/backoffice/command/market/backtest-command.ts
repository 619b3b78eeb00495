import { resolve } from 'node:path';
import type { Instrument } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { DAY_MS } from '@halyard/core/time';
import {
  createSystemScheduler,
  FeedOutage,
  findMarketParameters,
  TIMEFRAME_MS,
  TIMEFRAMES,
} from '@halyard/market';
import type { Candle, Timeframe } from '@halyard/market';
import {
  describeBacktest,
  LIVE_TIMEFRAME,
  readFileCandles,
  readMarketCandles,
  RISK_BPS,
  RISK_BPS_MAX,
  runBacktest,
  WINDOW_CANDLES,
} from '#features/autotrading/autotrading.ts';
import { importPriceFile } from '#features/prices/prices.ts';
import { parseDay } from '#platform/clock/clock.ts';
import { EXIT } from '#platform/operator/operator.ts';
import { findNamedSymbol } from './find-named-symbol.ts';
import { findFileProblem } from '../find-file-problem.ts';
import type {
  OperatorCommand,
  CommandCall,
  OperatorCommandDeps,
} from '#features/backoffice/operator-command.ts';

const DEPOSIT_CENTS = cents(1_000_000);
/** The default length of a back-test in days, from the available history. */
const DAYS_DEFAULT = 90;
const RISK_PATTERN = /^(\d)(?:\.(\d{1,2}))?$/;

const number = new Intl.NumberFormat('en');

type Options = {
  readonly fromMs: number | undefined;
  readonly untilMs: number;
  readonly timeframe: Timeframe;
  readonly riskBps: number;
};

export const backtestCommand: OperatorCommand = {
  name: 'backtest',
  usage: [
    'backtest SYMBOL [FILE] [--from=YYYY-MM-DD] [--until=YYYY-MM-DD] [--timeframe=15m] [--risk=0.5]',
  ],
  summary:
    'Shows what automatic trading would have done with € 10,000, costs included: on the candles ' +
    'that charts are made of, or on a .json or .csv file of prices. Changes nothing.',
  run: async (deps, call) => {
    const given = call.words.filter((word) => !word.startsWith('--'));
    const [name, file, ...rest] = given;
    const options = readOptions(
      call.words.filter((word) => word.startsWith('--')),
      deps.clock.nowMs(),
    );
    if (name === undefined || rest.length > 0 || options === undefined) return 'usage';
    const instrument = findNamedSymbol(deps.instruments, name, call.print);
    if (instrument === undefined) return EXIT.failed;
    const found = await findCandles({ deps, call, instrument, file, options });
    if (found.kind === 'refused') {
      call.print(found.problem);
      return EXIT.failed;
    }
    const { timeframe, candles, fromMs } = found;
    const { spreadCentiBps } = findMarketParameters(instrument.symbol) ?? { spreadCentiBps: 0 };
    const setup = { instrument, spreadCentiBps, rules: deps.rules, timeframe, candles };
    const money = { depositCents: DEPOSIT_CENTS, riskBps: options.riskBps };
    const result = await runBacktest({
      ...setup,
      ...money,
      fromMs,
      timeframeMs: TIMEFRAME_MS[timeframe],
      signal: call.signal,
      onProgress: (done) =>
        call.progress(`${number.format(done)} of ${number.format(candles.length)} candles tried`),
      breathe: createSystemScheduler().breathe,
    });
    describeBacktest({ ...setup, ...money, fromMs, result }).forEach((line) => call.print(line));
    return EXIT.done;
  },
};

/** Returns the options; undefined if one is invalid. */
function readOptions(words: readonly string[], nowMs: number): Options | undefined {
  const texts = new Map(
    words.map((word) => {
      const [name = '', ...value] = word.slice(2).split('=');
      return [name, value.join('=')];
    }),
  );
  const known = ['from', 'until', 'timeframe', 'risk'];
  if (texts.size < words.length || [...texts.keys()].some((name) => !known.includes(name))) {
    return undefined;
  }
  const [from, until] = [texts.get('from'), texts.get('until')];
  const fromMs = from === undefined ? undefined : parseDay(from);
  const untilMs = until === undefined ? nowMs : parseDay(until);
  const timeframe = TIMEFRAMES.find((one) => one === (texts.get('timeframe') ?? LIVE_TIMEFRAME));
  const risk = texts.get('risk');
  const riskBps = risk === undefined ? RISK_BPS : readRisk(risk);
  if (untilMs === undefined || timeframe === undefined || riskBps === undefined) return undefined;
  if (from !== undefined && (fromMs === undefined || fromMs >= untilMs)) return undefined;
  return { fromMs, untilMs: Math.min(untilMs, nowMs), timeframe, riskBps };
}

/** Parses a risk: a percentage above zero, at most the strategy's maximum. */
function readRisk(text: string): number | undefined {
  const [, whole, fraction = ''] = RISK_PATTERN.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const bps = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return bps > 0 && bps <= RISK_BPS_MAX ? bps : undefined;
}

type Found =
  | {
      readonly kind: 'found';
      readonly timeframe: Timeframe;
      readonly candles: readonly Candle[];
      readonly fromMs: number;
    }
  | { readonly kind: 'refused'; readonly problem: string };

type Search = {
  readonly deps: OperatorCommandDeps;
  readonly call: CommandCall;
  readonly instrument: Instrument;
  readonly file: string | undefined;
  readonly options: Options;
};

async function findCandles(search: Search): Promise<Found> {
  const { options, file } = search;
  const found = file === undefined ? await readMarket(search) : await readFile(search, file);
  if (found.kind === 'refused') return found;
  const lengthMs = TIMEFRAME_MS[found.timeframe];
  const candles = found.candles.filter(({ startMs }) => startMs + lengthMs <= options.untilMs);
  const lastMs = candles.at(-1)?.startMs;
  if (lastMs === undefined || lastMs < found.fromMs) {
    return { kind: 'refused', problem: 'There are no candles of that time.' };
  }
  return { ...found, candles };
}

async function readMarket({ deps, call, instrument, options }: Search): Promise<Found> {
  const { timeframe, untilMs } = options;
  const fromMs = options.fromMs ?? untilMs - DAYS_DEFAULT * DAY_MS;
  try {
    const candles = await readMarketCandles(deps.market, {
      symbol: instrument.symbol,
      timeframe,
      fromMs: fromMs - WINDOW_CANDLES * TIMEFRAME_MS[timeframe],
      untilMs,
      signal: call.signal,
      onProgress: (count) => call.progress(`${number.format(count)} candles read`),
    });
    return { kind: 'found', timeframe, candles, fromMs };
  } catch (error) {
    if (!(error instanceof FeedOutage)) throw error;
    return { kind: 'refused', problem: 'The source of the candles cannot be asked. Try again.' };
  }
}

async function readFile({ call, instrument, options }: Search, file: string): Promise<Found> {
  const path = resolve(call.directory, file);
  const problem = await findFileProblem(path);
  if (problem !== undefined) return { kind: 'refused', problem: `${path}: ${problem}.` };
  const read = await readFileCandles(importPriceFile, {
    instrument,
    path,
    nowMs: options.untilMs,
    timeframe: options.timeframe,
    signal: call.signal,
    onProgress: (progress) => {
      if (progress.kind === 'reading') {
        call.progress(`${number.format(progress.lines)} lines read`);
      }
    },
  });
  if (read.kind === 'refused') return { kind: 'refused', problem: `${path}: ${read.problem}.` };
  return { ...read, kind: 'found', fromMs: options.fromMs ?? -Infinity };
}
