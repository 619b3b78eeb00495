import { DEPOSIT_MINIMUM_CENTS, LANGUAGES } from '@halyard/contract/config';
import type { PublicConfig } from '@halyard/contract/config';
import { cents, toEuros } from '@halyard/core/money';
import { riskWarning } from './risk-warning.ts';

export type ConfigSettings = {
  readonly registration: boolean;
  readonly platformOnly: boolean;
  readonly economics: boolean;
  readonly regime: PublicConfig['regime'];
  readonly feed: { readonly isSimulated: boolean };
  /** The demo world's money is nobody's. */
  readonly demo: boolean;
};

/** What the browser must know before anyone signs in. */
export function getConfig(settings: ConfigSettings): PublicConfig {
  return {
    registration: settings.registration,
    platformOnly: settings.platformOnly,
    economics: settings.economics,
    regime: settings.regime,
    languages: [...LANGUAGES],
    currency: 'EUR',
    depositMinimum: toEuros(cents(DEPOSIT_MINIMUM_CENTS)),
    riskWarning: riskWarning(undefined),
    notices: { simulatedPrices: settings.feed.isSimulated, sandboxMoney: settings.demo },
  };
}
