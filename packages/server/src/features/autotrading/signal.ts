// The signal of a symbol's closed candle, the same for every account.
import type { SymbolMarket } from '@halyard/core/engine';
import { points, toRate } from '@halyard/core/instrument';
import type { Direction, Instrument } from '@halyard/core/instrument';
import type { Candle, Timeframe } from '@halyard/market';
import type { Facts } from './decision-store.ts';
import { candleFacts } from './explain.ts';
import { createStrategy, judgeEntry } from './strategy.ts';
import type { Cross, Reading, WaitCode } from './strategy.ts';

export type Signal = {
  readonly symbol: string;
  readonly candleEndMs: number;
  readonly cross: Cross | undefined;
  readonly facts: Facts;
  readonly entry:
    | { readonly kind: 'enter'; readonly direction: Direction; readonly rangePoints: number }
    | { readonly kind: 'wait'; readonly code: WaitCode };
};

export type SignalRequest = {
  readonly instrument: Instrument;
  readonly timeframe: Timeframe;
  readonly candleEndMs: number;
  readonly timeframeMs: number;
  readonly market: SymbolMarket;
};

/** Returns the signal of ascending closed candles; the last has just closed. */
export function readSignal(request: SignalRequest, candles: readonly Candle[]): Signal {
  const { candleEndMs, timeframeMs } = request;
  const startMs = candleEndMs - timeframeMs;
  if (candles.at(-1)?.startMs !== startMs) return waiting(request, 'no-candle');
  const strategy = createStrategy();
  let reading: Reading | undefined;
  for (const candle of candles) reading = strategy.add(candle);
  return signalOf(request, reading);
}

/** Returns the signal of a reading at current prices. */
function signalOf(request: SignalRequest, reading: Reading | undefined): Signal {
  const { market, instrument, candleEndMs } = request;
  const { quote, state } = market;
  if (quote === undefined || state !== 'live') return waiting(request, 'not-live');
  const judgement = judgeEntry(reading, quote.askPoints - quote.bidPoints);
  if (reading === undefined) return waiting(request, 'warming-up');
  const { rangePoints, cross } = reading;
  return {
    symbol: instrument.symbol,
    candleEndMs,
    cross,
    facts: factsOf(request, reading),
    entry: judgement.kind === 'enter' ? { ...judgement, rangePoints } : judgement,
  };
}

function waiting(request: SignalRequest, code: WaitCode): Signal {
  const { instrument, candleEndMs, timeframe, timeframeMs } = request;
  return {
    symbol: instrument.symbol,
    candleEndMs,
    cross: undefined,
    facts: candleFacts(timeframe, candleEndMs - timeframeMs),
    entry: { kind: 'wait', code },
  };
}

function factsOf({ instrument, timeframe }: SignalRequest, reading: Reading): Facts {
  const { cross, startMs } = reading;
  const rate = (value: number): number => toRate(points(Math.round(value)), instrument.decimals);
  return {
    ...candleFacts(timeframe, startMs),
    ...(cross === undefined ? {} : { side: cross === 'up' ? 'above' : 'below' }),
    close: rate(reading.closePoints),
    trend: rate(reading.trendPoints),
    range: rate(reading.rangePoints),
    rsi: Math.round(reading.rsi * 10) / 10,
  };
}
