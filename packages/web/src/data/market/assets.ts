import { listAssets, type Asset } from '@halyard/contract/trading';
import { useStartQuery } from '../http/query.ts';

/**
 * Returns the assets that the customer can trade; undefined while loading. Only below the guard of
 * private pages.
 */
export function useAssets(): readonly Asset[] | undefined {
  return useStartQuery(listAssets, {}).data;
}
