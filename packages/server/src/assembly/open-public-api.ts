import { createApiKeys } from '#features/api-keys/api-keys.ts';
import type { ApiKeysOptions } from '#features/api-keys/api-keys.ts';
import type { Documents } from '#features/documents/documents.ts';
import { createPublicApi } from '#features/public-api/public-api.ts';
import type { PublicApi, PublicApiOptions } from '#features/public-api/public-api.ts';
import { createWebhooks } from '#features/webhooks/webhooks.ts';
import type { WebhooksOptions } from '#features/webhooks/webhooks.ts';
import { createFindIp, HTTP_RATES } from '#platform/http/http.ts';
import type { Settings } from '#settings.ts';
import type { AppOptions } from './app-options.ts';
import type { Foundation } from './foundation.ts';

/** Creates the public API, with the same rate limit per network as other calls. */
export function openPublicApi(
  { trustProxy }: Pick<Settings, 'trustProxy'>,
  { rates = HTTP_RATES, log }: Pick<AppOptions, 'rates' | 'log'>,
  parts: Omit<PublicApiOptions, 'rate' | 'log' | 'findIp'>,
): PublicApi {
  const findIp = createFindIp(trustProxy);
  return createPublicApi({ ...parts, log, findIp, rate: rates.ordinary });
}

/** Creates the features for customers' own programs: API keys and webhooks. */
export function openProgramAccess(
  settings: Settings,
  parts: ApiKeysOptions &
    Omit<WebhooksOptions, 'settings'> &
    Pick<Foundation, 'stops'> & { readonly documents: Pick<Documents, 'onUploaded'> },
) {
  const apiKeys = createApiKeys(parts);
  parts.stops.add('API keys', () => apiKeys.close());
  const webhooks = createWebhooks({ ...parts, settings });
  parts.documents.onUploaded(webhooks.writeUpload);
  parts.stops.add('webhooks', () => webhooks.close());
  return { apiKeys, webhooks };
}
