import { assertPresent } from '@halyard/core/assertion';
import type { Instrument } from '@halyard/core/instrument';

/**
 * Returns the price decimals of a traded symbol; the catalogue keeps every symbol that was ever
 * traded.
 */
export function decimalsOf(listed: ReadonlyMap<string, Instrument>, symbol: string): number {
  return assertPresent(listed.get(symbol), `${symbol} is in the catalogue`).decimals;
}
