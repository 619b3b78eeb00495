import { DAY_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { findNewNetworks } from './record-uses.ts';

const use = (ip: string, keyId = 1) => ({ keyId, ip, requests: 1, atMs: 10 * DAY_MS });
const known = (ip: string, firstUsedAtMs: number) => ({ keyId: 1, ip, firstUsedAtMs });

it('finds the first use of each network that is new to its key', () => {
  const uses = [
    use('203.0.113.9'),
    use('198.51.100.1'),
    use('198.51.100.2'),
    use('203.0.113.9', 2),
  ];
  expect(findNewNetworks([known('203.0.113.5', 0)], uses)).toEqual([uses[1], uses[3]]);
});

it('counts the addresses of an IPv6 site as one network', () => {
  const uses = [use('2001:db8:1:2::1'), use('2001:db8:1:ffff::1'), use('2001:db8:2::1')];
  expect(findNewNetworks([], uses)).toEqual([uses[0], uses[2]]);
});

it('finds at most five networks of a key per day', () => {
  const uses = Array.from({ length: 9 }, (_, index) => use(`10.0.${index}.1`));
  expect(findNewNetworks([], uses)).toEqual(uses.slice(0, 5));
  const earlier = uses.map(({ ip }) => known(ip, 9 * DAY_MS));
  expect(findNewNetworks(earlier, [use('10.1.0.1')])).toHaveLength(1);
  const ofToday = uses.slice(0, 5).map(({ ip }) => known(ip, 9 * DAY_MS + 1));
  expect(findNewNetworks(ofToday, [use('10.1.0.1')])).toEqual([]);
});
