import { expect, it } from 'vitest';
import { networkOf, plainIp } from './network.ts';

it.each([
  ['192.0.2.17', '192.0.2.0/24'],
  ['::ffff:192.0.2.17', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nonsense', 'unknown'],
  ['', 'unknown'],
])('puts %s into the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

it('takes an IPv4 address out of its IPv6 disguise and leaves others alone', () => {
  expect(plainIp('::ffff:192.0.2.17')).toBe('192.0.2.17');
  expect(plainIp('2001:db8::1')).toBe('2001:db8::1');
});
