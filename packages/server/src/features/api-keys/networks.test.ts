import { expect, it } from 'vitest';
import { findBadNetwork, isAdmitted, toShownNetwork } from './networks.ts';

it('admits every address without a list', () => {
  expect(isAdmitted([], '203.0.113.7')).toBe(true);
});

it.each([
  ['203.0.113.7', true],
  ['203.0.113.8', false],
  ['198.51.100.255', true],
  ['198.51.101.0', false],
  ['2001:db8:0:1::9', true],
  ['2001:db8:0:2::9', false],
  ['unknown', false],
])('judges %s by the ranges of the key: %s', (ip, isIn) => {
  const networks = ['203.0.113.7', '198.51.100.0/24', '2001:db8:0:1::/64'];
  expect(isAdmitted(networks, ip)).toBe(isIn);
});

it('admits no address by an invalid range', () => {
  expect(isAdmitted(['office'], '203.0.113.7')).toBe(false);
});

it.each([
  [['203.0.113.7', '198.51.100.0/24', 'fd00::/8'], undefined],
  [['203.0.113.7', '198.51.100.0/33'], '198.51.100.0/33'],
  [['office'], 'office'],
])('finds the invalid range in %j', (networks, bad) => {
  expect(findBadNetwork(networks)).toBe(bad);
});

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:7::9', '2001:db8:7::/48'],
  ['unknown', 'unknown'],
])('shows the network of %s as %s', (ip, network) => {
  expect(toShownNetwork(ip)).toBe(network);
});
