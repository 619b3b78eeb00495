// What every visitor's browser must know of this installation.
import { getConfig, LANGUAGES_OFFERED } from '@halyard/contract/config';

import { bind, ok, type RouteBinding } from '#platform/http/http.ts';

import type { Settings } from './settings.ts';

const DEPOSIT_MINIMUM_EUROS = 250;
const RISK_WARNING =
  'Leveraged products are complex and can lose money quickly. Most retail customers lose money ' +
  'with them. Trade only if you understand how they work and can afford the loss.';

export function publicConfigRoute(settings: Settings): RouteBinding {
  return bind(getConfig, async () =>
    ok({
      registration: settings.registration,
      platformOnly: settings.platformOnly,
      economics: settings.economics,
      regime: settings.regime,
      languages: [...LANGUAGES_OFFERED],
      currency: 'EUR' as const,
      depositMinimum: DEPOSIT_MINIMUM_EUROS,
      riskWarning: RISK_WARNING,
      // Both feeds there are play prices that are not the market's of now.
      notices: { simulatedPrices: true, sandboxMoney: false },
    }),
  );
}
