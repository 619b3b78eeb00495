// Determines the client's address. X-Forwarded-For is only trusted from proxies in configured
// ranges: with a count of proxies, or "all", anyone could forge the address that limits and records
// use.
import { BlockList, isIP } from 'node:net';

export type FindIp = (
  remoteAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
) => string;

const FORWARDED_MAX = 20;
const UNKNOWN = '0.0.0.0';
const LOOPBACK_HOST = /^(127(\.\d{1,3}){3}|\[?::1\]?|localhost)$/;
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** Creates the function. It accepts CIDR ranges or single addresses that `parseRange` accepts. */
export function createFindIp(trusted: readonly string[]): FindIp {
  const proxies = new BlockList();
  for (const text of trusted) {
    const range = parseRange(text);
    if (range === undefined) throw new Error(`Not an address range: ${text}`);
    proxies.addSubnet(range.address, range.prefix, range.family);
  }
  return (remoteAddress, forwardedFor) => {
    let ip = plainAddress(remoteAddress ?? '') ?? UNKNOWN;
    if (trusted.length === 0) return ip;
    const entries = [forwardedFor ?? []].flat().join(',').split(',').slice(-FORWARDED_MAX);
    while (proxies.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')) {
      const next = plainAddress(entries.pop()?.trim() ?? '');
      if (next === undefined) break;
      ip = next;
    }
    return ip;
  };
}

export type AddressRange = {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
};

/** Parses `10.0.0.0/8`, `fd00::/8` or one address; undefined for other text. */
export function parseRange(text: string): AddressRange | undefined {
  const [address = '', prefixText, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return undefined;
  const bits = version === 6 ? 128 : 32;
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return undefined;
  const prefix = prefixText === undefined ? bits : Number(prefixText);
  if (prefix > bits) return undefined;
  return { address, prefix, family: version === 6 ? 'ipv6' : 'ipv4' };
}

/** Returns whether only this machine answers at an address, or at the host of a URL. */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

/** Private networks: RFC 1918, RFC 6598, RFC 4193. */
const PRIVATE_RANGES = new BlockList();
PRIVATE_RANGES.addSubnet('10.0.0.0', 8, 'ipv4');
PRIVATE_RANGES.addSubnet('100.64.0.0', 10, 'ipv4');
PRIVATE_RANGES.addSubnet('127.0.0.0', 8, 'ipv4');
PRIVATE_RANGES.addSubnet('fc00::', 7, 'ipv6');
const PRIVATE_BITS_MIN = { ipv4: 8, ipv6: 7 } as const;
/**
 * The shortest permitted prefix of a public range: wider than any range that a content delivery
 * network publishes for its proxies.
 */
const PUBLIC_BITS_MIN = { ipv4: 12, ipv6: 16 } as const;
/** The first 64 bits of IPv4-mapped IPv6 addresses. RFC 4291, 2.5.5. */
const MAPPED_NETWORK = '0:0:0:0::/64';
const MAPPED_BITS_MIN = 96 + PUBLIC_BITS_MIN.ipv4;

/** Returns whether a range is so wide that it contains strangers besides proxies. */
export function isWideRange(text: string): boolean {
  const range = parseRange(text);
  if (range === undefined) return false;
  const { address, prefix, family } = range;
  if (networkOf(address) === MAPPED_NETWORK) return prefix < MAPPED_BITS_MIN;
  const isPrivate = prefix >= PRIVATE_BITS_MIN[family] && PRIVATE_RANGES.check(address, family);
  return !isPrivate && prefix < PUBLIC_BITS_MIN[family];
}

/**
 * Returns the key for limits: an IPv4 address, or the /64 of an IPv6 one, because one customer has
 * all its addresses.
 */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const [head = '', tail] = ip.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/**
 * Returns the site of a network from `networkOf`: the /24 of an IPv4 address, the /48 of an IPv6
 * one.
 */
export function siteOf(network: string): string {
  const separator = network.includes(':') ? ':' : '.';
  return network.split(separator).slice(0, 3).join(separator);
}

function plainAddress(text: string): string | undefined {
  const address = text.replace(MAPPED, '');
  return isIP(address) === 0 ? undefined : address;
}
