import { useEffect, useState } from 'react';
import { browserClient } from '../http/api.ts';
import { lookUpIpInfo } from '../http/client-info.ts';

/**
 * Returns the country for phone numbers without country code; undefined until the lookup has
 * responded.
 */
export function useHomeCountry(): string | undefined {
  const [country, setCountry] = useState<string>();
  useEffect(() => {
    void lookUpIpInfo(browserClient).then((info) => setCountry(info?.country_short));
  }, []);
  return country;
}
