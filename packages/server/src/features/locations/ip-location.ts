// The country of an IP address, from a local file, so that no third party learns who the customers
// are.
import { readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Reader } from 'maxmind';

const COUNTRY_FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/**
 * Special addresses (RFC 6890), some of which have a country in the file although they have no
 * location.
 */
const NOWHERE: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

export type IpLocation = {
  /** Returns the ISO 3166 alpha-2 code; undefined for private, loopback and unknown addresses. */
  findAlpha2(ip: string): string | undefined;
  /** Returns whether an address is public. */
  isPublic(ip: string): boolean;
};

export async function openIpLocation(): Promise<IpLocation> {
  const path = fileURLToPath(import.meta.resolve(COUNTRY_FILE));
  const reader = new Reader(await readFile(path));
  const nowhere = new BlockList();
  for (const [address, prefix, family] of NOWHERE) nowhere.addSubnet(address, prefix, family);
  const isPublic = (ip: string): boolean => {
    const version = isIP(ip);
    return version !== 0 && !nowhere.check(ip, version === 4 ? 'ipv4' : 'ipv6');
  };
  return {
    findAlpha2: (ip) => (isPublic(ip) ? toAlpha2(reader.get(ip)) : undefined),
    isPublic,
  };
}

/** Reads the country of a record, which is `{country_code}`, unlike the library's types. */
function toAlpha2(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null || !('country_code' in record))
    return undefined;
  return typeof record.country_code === 'string' ? record.country_code : undefined;
}
