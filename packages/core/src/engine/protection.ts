import type { SymbolMarket } from './state.ts';

const CLOSING_SOON_MS = 15 * 60 * 1000;

/** Whether the session ends within 15 minutes: then the terms of protected positions stand still. */
export function isClosingSoon(market: SymbolMarket, atMs: number): boolean {
  return market.closesAtMs !== null && market.closesAtMs - atMs <= CLOSING_SOON_MS;
}
