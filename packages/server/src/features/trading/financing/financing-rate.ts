import type { EngineRules } from '@halyard/core/engine';
import type { Direction, Instrument } from '@halyard/core/instrument';

/** In hundredths of a percent per year; negative for a credit, zero without a rate. */
export function financingRate(
  { financingBpsYear }: Pick<EngineRules, 'financingBpsYear'>,
  { category }: Pick<Instrument, 'category'>,
  direction: Direction,
): number {
  return financingBpsYear?.[category]?.[direction] ?? 0;
}
