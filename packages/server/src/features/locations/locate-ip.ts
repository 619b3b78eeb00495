import type { IpInfo } from '@halyard/contract/config';
import type { Countries } from './countries.ts';
import type { IpLocation } from './ip-location.ts';

/**
 * Returns an address's estimated location; unknown parts are empty. The local file has no cities.
 */
export function locateIp(
  deps: { readonly ipLocation: IpLocation; readonly countries: Countries },
  ip: string,
): IpInfo {
  const alpha2 = deps.ipLocation.findAlpha2(ip);
  const country = alpha2 === undefined ? undefined : deps.countries.findByAlpha2(alpha2);
  return {
    ip,
    country_short: country?.alpha2 ?? '',
    country_long: country?.name ?? '',
    city: '',
  };
}
