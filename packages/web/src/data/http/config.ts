// The installation's public settings, loaded once per page load.
import { getConfig, type PublicConfig } from '@halyard/contract/config';
import { preload, useRouteQuery } from './query.ts';

/** The public settings, or undefined until they have arrived. */
export function useConfig(): PublicConfig | undefined {
  return useConfigQuery().data;
}

/** For components that require the settings. */
export function useConfigQuery() {
  return useRouteQuery(getConfig, {}, { freshForMs: Infinity });
}

/** Waits briefly for the public settings, because late bars would shift the page. */
export async function preloadConfig(waitMs: number): Promise<void> {
  const wait = new Promise<void>((resolve) => setTimeout(resolve, waitMs));
  await Promise.race([preload(getConfig, {}), wait]);
}
