import type { IpInfo } from '@halyard/contract/config';
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { askIpSource } from './ask-ip-source.ts';
import type { SourcePlace } from './ask-ip-source.ts';
import type { Countries } from './countries.ts';
import type { IpLocation } from './ip-location.ts';
import { locateIp } from './locate-ip.ts';

const KEPT_MS = DAY_MS;
const KEPT_AFTER_FAILURE_MS = MINUTE_MS;
const KEPT_MAX = 10_000;
const ASKED_AT_ONCE_MAX = 8;

export type IpInfoDeps = {
  readonly ipLocation: IpLocation;
  readonly countries: Countries;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * The URL of the service, in which `{ip}` is replaced by the address; undefined: only the local
   * file is used.
   */
  readonly ipInfoUrl: string | undefined;
};

export type FindIpInfo = (ip: string) => Promise<IpInfo>;

/**
 * Returns an address's estimated location from the operator's service, or from the local file if
 * there is none or it does not respond.
 */
export function createFindIpInfo(deps: IpInfoDeps): FindIpInfo {
  const { ipInfoUrl } = deps;
  if (ipInfoUrl === undefined) return async (ip) => locateIp(deps, ip);
  const kept = new Map<string, { readonly info: IpInfo; readonly untilMs: number }>();
  const asked = new Map<string, Promise<IpInfo>>();

  function keep(ip: string, info: IpInfo, durationMs: number): IpInfo {
    kept.delete(ip);
    kept.set(ip, { info, untilMs: deps.clock.nowMs() + durationMs });
    if (kept.size > KEPT_MAX) {
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    }
    return info;
  }

  async function ask(ip: string, url: string): Promise<IpInfo> {
    try {
      return keep(ip, toIpInfo(deps.countries, ip, await askIpSource(url, ip)), KEPT_MS);
    } catch (err) {
      deps.log.warn({ err }, 'the IP information service is not asked for a minute');
      return keep(ip, locateIp(deps, ip), KEPT_AFTER_FAILURE_MS);
    }
  }

  return async (ip) => {
    const known = kept.get(ip);
    if (known !== undefined && deps.clock.nowMs() < known.untilMs) return known.info;
    const running = asked.get(ip);
    if (running !== undefined) return await running;
    // Private addresses mean nothing outside and must not be sent to the service.
    const isPublic = deps.ipLocation.isPublic(ip);
    if (!isPublic || asked.size >= ASKED_AT_ONCE_MAX) return locateIp(deps, ip);
    const asking = ask(ip, ipInfoUrl).finally(() => asked.delete(ip));
    asked.set(ip, asking);
    return await asking;
  };
}

function toIpInfo(countries: Countries, ip: string, { alpha2, city }: SourcePlace): IpInfo {
  const country = countries.findByAlpha2(alpha2);
  return {
    ip,
    country_short: country?.alpha2 ?? '',
    country_long: country?.name ?? '',
    city,
  };
}
