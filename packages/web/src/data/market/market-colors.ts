// The colours for rising and falling prices: some countries use red for rising, and some people
// can't distinguish red and green. The start script sets the choice before the first paint.
import { useSyncExternalStore } from 'react';
import { createSubject } from '../http/observable.ts';
import { browserStore, KEYS } from '../storage/text-store.ts';

export const MARKET_COLORS = ['green-up', 'red-up', 'blue-up'] as const;
export type MarketColors = (typeof MARKET_COLORS)[number];

const stored = browserStore.read(KEYS.marketColors);
const choice = createSubject<MarketColors>(
  MARKET_COLORS.find((colors) => colors === stored) ?? 'green-up',
);

export function useMarketColors(): MarketColors {
  return useSyncExternalStore(choice.subscribe, choice.current);
}

/** Stores the choice of colours in this browser and applies it at once. */
export function chooseMarketColors(colors: MarketColors): void {
  browserStore.write(KEYS.marketColors, colors);
  document.documentElement.dataset['marketColors'] = colors;
  choice.set(colors);
}
