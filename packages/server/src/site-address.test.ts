import { expect, it } from 'vitest';

import { createSiteAddress, toSiteUrl } from './site-address.ts';

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000', 'http://localhost:3000'],
  ['0.0.0.0', 'http://127.0.0.1:49152', 'http://localhost:49152'],
  ['localhost', 'http://127.0.0.1:80', 'http://localhost'],
  ['192.168.1.5', 'http://192.168.1.5:3000', 'http://192.168.1.5:3000'],
  ['fd00::5', 'http://[fd00::5]:3000', 'http://[fd00::5]:3000'],
  ['trade.internal', 'http://10.0.0.7:3000', 'http://trade.internal:3000'],
])('returns the address for browsers for HOST %s at %s', (host, listening, site) => {
  expect(toSiteUrl({ publicUrl: undefined, host }, listening)).toBe(site);
});

it('returns the public address if set, and the local address', () => {
  const address = createSiteAddress({ publicUrl: 'https://trade.example', host: '127.0.0.1' });
  address.set('http://127.0.0.1:3000');
  expect([address.url(), address.site()]).toEqual([
    'http://127.0.0.1:3000',
    'https://trade.example',
  ]);
});
