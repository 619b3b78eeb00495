import type { EngineRules } from '@halyard/core/engine';
import type { Chance } from './chance.ts';

/** The rules of one run's broker: strict enough that a few customers meet each of them. */
export function rulesOf(chance: Chance): EngineRules {
  return {
    regime: chance.happens(0.7) ? 'eu-retail' : 'international',
    marginCloseOutPercent: 50,
    marginWarningPercents: [100, 75],
    openPositionsMax: 4,
    protectionFeeBps: chance.pick([0, 20]),
    gapPercents: { forex: 5, index: 10, commodities: 15, stocks: 20, crypto: 30 },
    financingBpsYear: {
      forex: { buy: 50_000, sell: 30_000 },
      stocks: { buy: 20_000, sell: -20_000 },
      crypto: { buy: 90_000, sell: 0 },
    },
    financingNightsMax: 2,
  };
}
