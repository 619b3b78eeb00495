import { listCountries, type Country } from '@halyard/contract/accounts';
import { useEffect, useState } from 'react';
import { useStartQuery } from '../http/query.ts';
import { keepCountries, readCountries } from '../storage/country-cache.ts';
import { browserStore } from '../storage/text-store.ts';

/**
 * All countries, first from the browser's cache; undefined while loading. Only below the guard of
 * private pages.
 */
export function useCountries(): readonly Country[] | undefined {
  const { data } = useStartQuery(listCountries, {});
  const [kept] = useState(() => readCountries(browserStore));
  useEffect(() => {
    if (data !== undefined) keepCountries(browserStore, data);
  }, [data]);
  return data ?? kept;
}
