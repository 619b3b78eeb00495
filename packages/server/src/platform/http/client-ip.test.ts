import { expect, it } from 'vitest';

import { createFindIp, isWideRange, networkOf, parseRange } from './client-ip.ts';

const findIp = createFindIp(['10.0.0.0/8', '192.0.2.1', 'fd00::/8']);

it.each([
  ['203.0.113.5', undefined, '203.0.113.5'],
  ['::ffff:203.0.113.5', undefined, '203.0.113.5'],
  ['203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '198.51.100.1, 10.0.0.2, 192.0.2.1', '198.51.100.1'],
  ['10.0.0.1', '10.0.0.3', '10.0.0.3'],
  ['10.0.0.1', 'nonsense', '10.0.0.1'],
  ['10.0.0.1', '198.51.100.1, nonsense', '10.0.0.1'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', ['1.1.1.1', '198.51.100.1'], '198.51.100.1'],
  ['fd00::1', '2001:db8::7', '2001:db8::7'],
  ['192.0.2.2', '198.51.100.1', '192.0.2.2'],
  [undefined, undefined, '0.0.0.0'],
])('finds for %s behind %j the address %s', (remote, forwarded, ip) => {
  expect(findIp(remote, forwarded)).toBe(ip);
});

it('reads a bounded number of hops', () => {
  const many = Array.from({ length: 100_000 }, () => '10.0.0.9').join(',');
  expect(findIp('10.0.0.1', `198.51.100.1,${many}`)).toBe('10.0.0.9');
});

it.each(['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8', '0.0.0.0/0'])(
  'recognises the range %s',
  (text) => {
    expect(parseRange(text)).toBeDefined();
  },
);

it.each([
  '1',
  'true',
  '',
  '10.0.0.0/33',
  '10.0.0/8',
  '10.0.0.0/8/8',
  '::1/129',
  '10.0.0.0/',
  'all',
])('rejects the range %j', (text) => {
  expect(parseRange(text)).toBeUndefined();
  expect(() => createFindIp([text])).toThrow('Not an address range');
});

it.each([
  ['203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0db8:0000:0000::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
])('counts %s as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

it.each([
  '0.0.0.0/0',
  '128.0.0.0/1',
  '3.0.0.0/8',
  '10.0.0.0/7',
  '::/0',
  '2000::/3',
  '2a00::/12',
  'fc00::/6',
  '::ffff:0:0/96',
  '::ffff:10.0.0.0/104',
  '::/80',
])('treats %s as a range that may contain strangers', (range) => {
  expect(isWideRange(range)).toBe(true);
});

it.each([
  '127.0.0.1',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '104.16.0.0/13',
  '::1',
  'fc00::/7',
  'fd00::/8',
  '2400:cb00::/32',
])('accepts %s as a range of proxies', (range) => {
  expect(isWideRange(range)).toBe(false);
});
