import { createPublicApi } from '#features/public-api/public-api.ts';
import type { PublicApi, PublicApiOptions } from '#features/public-api/public-api.ts';
import { HTTP_RATES } from '#platform/http/http.ts';
import type { AppOptions } from './app-options.ts';

/** The API for programs, under the rate that a network's other calls have. */
export function openPublicApi(
  { rates = HTTP_RATES }: Pick<AppOptions, 'rates'>,
  parts: Omit<PublicApiOptions, 'rate'>,
): PublicApi {
  return createPublicApi({ ...parts, rate: rates.ordinary });
}
