import { isIPv4, isIPv6 } from 'node:net';

const IPV4_MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const IPV6_GROUPS = 8;
const IPV6_NETWORK_GROUPS = 4;

/** The address without the IPv6 disguise that a dual-stack socket gives an IPv4 one. */
export function plainIp(ip: string): string {
  return IPV4_MAPPED.exec(ip)?.[1] ?? ip;
}

/**
 * The /24 of an IPv4 address or the /64 of an IPv6 one: what one subscriber holds, so that
 * changing the last bits of an address is no way around a limit. Anything else is one network.
 */
export function networkOf(ip: string): string {
  const plain = plainIp(ip);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (isIPv6(plain)) return `${ipv6Groups(plain).slice(0, IPV6_NETWORK_GROUPS).join(':')}::/64`;
  return 'unknown';
}

function ipv6Groups(ip: string): readonly string[] {
  const [address = ''] = ip.toLowerCase().split('%');
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, IPV6_GROUPS - first.length - last.length);
  const groups = [...first, ...Array.from({ length: missing }, () => '0'), ...last];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
