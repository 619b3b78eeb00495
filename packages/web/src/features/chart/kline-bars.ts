// Converts candles and time frames to the library's format.
import type { Candle, Timeframe } from '@halyard/contract/market';
import type { Crosshair, KLineData, Period } from 'klinecharts';

export const PERIODS = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
} as const satisfies Record<Timeframe, Period>;

export function toBar([timestamp, open, high, low, close, volume]: Candle): KLineData {
  return { timestamp, open, high, low, close, volume };
}

export function fromBar(bar: KLineData): Candle {
  return [bar.timestamp, bar.open, bar.high, bar.low, bar.close, bar.volume ?? 0];
}

export function isCrosshair(data: unknown): data is Crosshair {
  return typeof data === 'object' && data !== null;
}
