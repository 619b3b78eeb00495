import { expect, it } from 'vitest';
import { openIpLocation } from './ip-location.ts';

it.each([
  ['8.8.8.8', 'US'],
  ['2001:4860:4860::8888', 'US'],
  ['193.0.6.139', 'NL'],
])('finds %s in %s', async (ip, alpha2) => {
  expect((await openIpLocation()).findAlpha2(ip)).toBe(alpha2);
});

it.each([
  '127.0.0.1',
  '::1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.1',
  'fd00::1',
  'fe80::1',
  '',
  'nonsense',
  '1.2.3.4.5',
])('finds no country for %j', async (ip) => {
  expect((await openIpLocation()).findAlpha2(ip)).toBeUndefined();
});
