import { expect, it } from 'vitest';

import { HostList, splitHosts, toServerState } from './host-list.ts';

it.each([
  ['postgres://one/name', ['postgres://one/name']],
  ['postgresql://u:p@one:1,two:2/n', ['postgresql://u:p@one:1/n', 'postgresql://u:p@two:2/n']],
  ['postgres://one,two?a=b,c', ['postgres://one?a=b,c', 'postgres://two?a=b,c']],
  ['postgres://u:a,b@one/n', ['postgres://u:a,b@one/n']],
  ['postgres://[::1]:1,[::2]:2/n', ['postgres://[::1]:1/n', 'postgres://[::2]:2/n']],
])('splits %s into its hosts', (url, addresses) => {
  expect(splitHosts(url)).toEqual(addresses);
});

it('tries the last known primary first', () => {
  const hosts = new HostList([{}, {}, {}]);
  expect(hosts.order()).toEqual([0, 1, 2]);
  expect(hosts.refusal(1, { isStandby: false, timeline: 1 })).toBeUndefined();
  expect(hosts.order()).toEqual([1, 2, 0]);
});

it('refuses a standby and a primary that was replaced', () => {
  const hosts = new HostList([{}, {}]);
  expect(hosts.refusal(0, { isStandby: true, timeline: 0 })).toBe('it is a standby');
  expect(hosts.refusal(1, { isStandby: false, timeline: 11 })).toBeUndefined();
  expect(hosts.refusal(0, { isStandby: false, timeline: 10 })).toMatch(/on timeline 10, and 11/);
  expect(hosts.order()).toEqual([1, 0]);
});

it('reads a timeline as hexadecimal', () => {
  expect(toServerState({ standby: false, timeline: '0000001F' })).toEqual({
    isStandby: false,
    timeline: 31,
  });
});
