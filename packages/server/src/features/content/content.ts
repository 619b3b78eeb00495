// What the site says of itself and shows to everyone.
import { getConfig as configRoute } from '@halyard/contract/config';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { getConfig } from './get-config.ts';
import type { ConfigSettings } from './get-config.ts';

export type Content = { readonly routes: readonly RouteBinding[] };

export function createContent(options: { readonly settings: ConfigSettings }): Content {
  return { routes: [bind(configRoute, async () => ok(getConfig(options.settings)))] };
}
