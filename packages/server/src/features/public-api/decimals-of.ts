import { assertPresent } from '@halyard/core/assertion';
import type { Instrument } from '@halyard/core/instrument';

/** The decimals of a traded symbol's prices: what was ever traded stays in the catalogue. */
export function decimalsOf(listed: ReadonlyMap<string, Instrument>, symbol: string): number {
  return assertPresent(listed.get(symbol), `${symbol} is in the catalogue`).decimals;
}
