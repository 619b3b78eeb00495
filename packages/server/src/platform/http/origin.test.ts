import { expect, it } from 'vitest';

import { createOriginCheck } from './origin.ts';

const site = undefined;

it.each([
  ['http://127.0.0.1:3000', '127.0.0.1:3000', true],
  ['http://localhost:3000', 'localhost:3000', true],
  ['http://[::1]:3000', '[::1]:3000', true],
  ['http://192.168.1.5:3000', '192.168.1.5:3000', true],
  ['http://trader.local:3000', 'trader.local:3000', true],
  ['http://127.0.0.1:3001', '127.0.0.1:3000', false],
  ['http://other.local:3000', 'other.local:3000', false],
  ['https://evil.example', '127.0.0.1:3000', false],
  ['null', '127.0.0.1:3000', false],
  ['http://127.0.0.1:3000/', '127.0.0.1:3000', false],
  ['http://127.0.0.1:3000', undefined, false],
  ['', '127.0.0.1:3000', false],
])('judges origin %j for host %j without a public address: %s', (origin, host, isAllowed) => {
  const check = createOriginCheck({ publicUrl: undefined, host: 'trader.local' });
  expect(check({ origin, host, site })).toBe(isAllowed);
});

it.each([
  ['https://trade.example', true],
  ['http://trade.example', false],
  ['https://trade.example:8443', false],
  ['https://evil.trade.example', false],
  ['http://127.0.0.1:3000', false],
])('judges origin %s with a public address: %s', (origin, isAllowed) => {
  const check = createOriginCheck({ publicUrl: 'https://trade.example', host: '127.0.0.1' });
  expect(check({ origin, host: '127.0.0.1:3000', site })).toBe(isAllowed);
});

it('accepts a request without an origin from a program', () => {
  const check = createOriginCheck({ publicUrl: 'https://trade.example', host: '127.0.0.1' });
  expect(check({ origin: undefined, host: 'a', site: undefined })).toBe(true);
  expect(check({ origin: undefined, host: 'a', site: 'cross-site' })).toBe(false);
});
