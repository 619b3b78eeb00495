// The address ranges that a key is limited to.
import { BlockList, isIP } from 'node:net';
import { networkOf, parseRange, siteOf } from '#platform/http/http.ts';

/** Returns the first entry that is neither an address nor a CIDR range. */
export function findBadNetwork(networks: readonly string[]): string | undefined {
  return networks.find((text) => parseRange(text) === undefined);
}

/**
 * Returns whether the address may use a key with these networks; an empty list permits every
 * address.
 */
export function isAdmitted(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true;
  const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  for (const text of networks) {
    const range = parseRange(text);
    // An invalid entry permits no address.
    if (range !== undefined) list.addSubnet(range.address, range.prefix, range.family);
  }
  return isIP(ip) !== 0 && list.check(ip, family);
}

/** Returns the network of an address for people to read: its /24, or the /48 of an IPv6 address. */
export function toShownNetwork(ip: string): string {
  if (isIP(ip) === 0) return ip;
  const site = siteOf(networkOf(ip));
  return isIP(ip) === 6 ? `${site}::/48` : `${site}.0/24`;
}
