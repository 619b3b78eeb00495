// Countries, and the location of network addresses from the local file or the operator's service.
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { createCountries } from './countries.ts';
import type { Countries } from './countries.ts';
import { listCountries } from './country-store.ts';
import { createFindIpInfo } from './find-ip-info.ts';
import type { FindIpInfo } from './find-ip-info.ts';
import { openIpLocation } from './ip-location.ts';
import type { IpLocation } from './ip-location.ts';

export type { Countries } from './countries.ts';
export type { FindIpInfo } from './find-ip-info.ts';
export type { IpLocation } from './ip-location.ts';
export { locateIp } from './locate-ip.ts';

export type Locations = {
  readonly countries: Countries;
  readonly ipLocation: IpLocation;
  readonly findIpInfo: FindIpInfo;
};

type LocationsDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: { readonly ipInfoUrl: string | undefined };
};

/** Loads the countries from the database, and the local file of networks. */
export async function createLocations({
  db,
  clock,
  log,
  settings,
}: LocationsDeps): Promise<Locations> {
  const countries = createCountries(await listCountries(db.kysely));
  const ipLocation = await openIpLocation();
  const { ipInfoUrl } = settings;
  const findIpInfo = createFindIpInfo({ ipLocation, countries, clock, log, ipInfoUrl });
  return { countries, ipLocation, findIpInfo };
}
