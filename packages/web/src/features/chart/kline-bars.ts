// Converts candles to the library's format.
import type { Candle } from '@halyard/contract/market';
import type { KLineData } from 'klinecharts';

export function toBar([timestamp, open, high, low, close, volume]: Candle): KLineData {
  return { timestamp, open, high, low, close, volume };
}

export function fromBar(bar: KLineData): Candle {
  return [bar.timestamp, bar.open, bar.high, bar.low, bar.close, bar.volume ?? 0];
}
