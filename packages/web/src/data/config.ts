// What the installation offers, asked once per page load.
import { getConfig, type PublicConfig } from '@halyard/contract/config';
import { useRouteQuery } from './query.ts';

/** The public settings, or undefined until they have arrived. */
export function useConfig(): PublicConfig | undefined {
  return useRouteQuery(getConfig, {}, { freshForMs: Infinity }).data;
}
