import { useEffect, useState } from 'react';
import { browserClient } from '../http/api.ts';
import { lookUpIpInfo } from '../http/client-info.ts';

/** Where numbers without a country code belong; unknown until the lookup has answered. */
export function useHomeCountry(): string | undefined {
  const [country, setCountry] = useState<string>();
  useEffect(() => {
    void lookUpIpInfo(browserClient).then((info) => setCountry(info?.country_short));
  }, []);
  return country;
}
