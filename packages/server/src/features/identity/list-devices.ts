import type { Kysely } from 'kysely';
import type { Countries, IpLocation } from '#features/locations/locations.ts';
import { deviceName } from './device.ts';
import { locateIp } from '#features/locations/locations.ts';
import { listDevicesOf } from './session-list-store.ts';
import type { Subject } from './session-store.ts';

type ListDevicesDeps = {
  readonly db: { readonly kysely: Kysely<object> };
  readonly ipLocation: IpLocation;
  readonly countries: Countries;
};

export type Device = {
  readonly device: string;
  readonly ip: string;
  /** Where the device was used: the English country name; empty if unknown. */
  readonly place: string;
  readonly sessions: number;
  readonly firstSeenAtMs: number;
  readonly lastUsedAtMs: number;
};

/** Returns the devices of the stored sessions, last used first. */
export async function listDevices(
  deps: ListDevicesDeps,
  subject: Subject,
): Promise<readonly Device[]> {
  const known = await listDevicesOf(deps.db.kysely, subject);
  return known.map(({ userAgent, ...device }) => ({
    ...device,
    device: deviceName(userAgent),
    place: locateIp(deps, device.ip).country_long,
  }));
}
