import type { Instrument } from '@halyard/core/instrument';

/** Returns the named instrument; prints a message if there is none. */
export function findNamedSymbol(
  instruments: readonly Instrument[],
  name: string,
  print: (line: string) => void,
): Instrument | undefined {
  const wanted = name.trim().toUpperCase();
  const instrument = instruments.find(({ symbol }) => symbol === wanted);
  if (instrument === undefined) print(`There is no symbol ${name}.`);
  return instrument;
}
