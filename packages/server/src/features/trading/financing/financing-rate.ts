import type { EngineRules } from '@halyard/core/engine';
import type { Direction, Instrument } from '@halyard/core/instrument';

/**
 * Returns the yearly rate in hundredths of a percent; negative for a credit, zero without a rate.
 */
export function financingRate(
  { financingBpsYear }: Pick<EngineRules, 'financingBpsYear'>,
  { category }: Pick<Instrument, 'category'>,
  direction: Direction,
): number {
  return financingBpsYear?.[category]?.[direction] ?? 0;
}
