import { browserStore } from '#data/text-store.ts';
import { type Indicator, INDICATORS } from './chart-adapter.ts';

const KEY = 'halyard:indicators';

/** The indicators that were last chosen in this browser. */
export function readIndicators(): readonly Indicator[] {
  const stored = (browserStore.read(KEY) ?? '').split(',');
  return INDICATORS.filter((indicator) => stored.includes(indicator));
}

export function storeIndicators(indicators: readonly Indicator[]): void {
  browserStore.write(KEY, indicators.join(','));
}
