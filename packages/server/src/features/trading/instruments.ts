import { assertPresent } from '@halyard/core/assertion';
import type { Instrument } from '@halyard/core/instrument';

export type Instruments = ReadonlyMap<string, Instrument>;

/** Returns the instrument of a position; the catalogue keeps every symbol that was ever traded. */
export function getInstrument(instruments: Instruments, symbol: string): Instrument {
  return assertPresent(instruments.get(symbol), `${symbol} is in the catalogue`);
}
