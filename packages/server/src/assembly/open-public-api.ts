import { createPublicApi } from '#features/public-api/public-api.ts';
import type { PublicApi, PublicApiOptions } from '#features/public-api/public-api.ts';
import { createFindIp, HTTP_RATES } from '#platform/http/http.ts';
import type { Settings } from '#settings.ts';
import type { AppOptions } from './app-options.ts';

/** Creates the public API, with the same rate limit per network as other calls. */
export function openPublicApi(
  { trustProxy }: Pick<Settings, 'trustProxy'>,
  { rates = HTTP_RATES, log }: Pick<AppOptions, 'rates' | 'log'>,
  parts: Omit<PublicApiOptions, 'rate' | 'log' | 'findIp'>,
): PublicApi {
  const findIp = createFindIp(trustProxy);
  return createPublicApi({ ...parts, log, findIp, rate: rates.ordinary });
}
