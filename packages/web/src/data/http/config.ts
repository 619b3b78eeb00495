// What the installation offers, asked once per page load.
import { getConfig, type PublicConfig } from '@halyard/contract/config';
import { preload, useRouteQuery } from './query.ts';

/** The public settings, or undefined until they have arrived. */
export function useConfig(): PublicConfig | undefined {
  return useConfigQuery().data;
}

/** For what cannot be shown without them. */
export function useConfigQuery() {
  return useRouteQuery(getConfig, {}, { freshForMs: Infinity });
}

/** Waits for the public settings, but not for long: bars that come later would move the page. */
export async function preloadConfig(waitMs: number): Promise<void> {
  const wait = new Promise<void>((resolve) => setTimeout(resolve, waitMs));
  await Promise.race([preload(getConfig, {}), wait]);
}
