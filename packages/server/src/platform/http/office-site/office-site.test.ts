import { expect, it } from 'vitest';
import { createOfficeSite } from './office-site.ts';

const site = createOfficeSite('https://office.example');
const OFFICE = 'office.example';
const isElsewhere = (host: string | undefined, path: string, pattern?: string): boolean =>
  site.isElsewhere({ host, path, pattern });

it.each([
  '/backoffice',
  '/backoffice/customers',
  '/BackOffice/',
  '/%62ackoffice',
  '//backoffice/assets/main.js',
  '/x/../backoffice.html',
  '/./backoffice.html',
  '/backoffice%2Fcustomers',
  'http://anything/backoffice.html',
])('answers %s on the host of the back office alone', (path) => {
  for (const host of [
    'trade.example',
    'office.example.evil.example',
    'x@office.example',
    '',
    undefined,
  ]) {
    expect(isElsewhere(host, path), host).toBe(host !== 'x@office.example');
  }
  for (const host of [OFFICE, 'OFFICE.example', 'office.example:443']) {
    expect(isElsewhere(host, path), host).toBe(false);
  }
});

it('judges a route by its pattern, however its address is written', () => {
  const pattern = '/api/backoffice/login';
  expect(isElsewhere('trade.example', '/api/%62ackoffice/login', pattern)).toBe(true);
  expect(isElsewhere(OFFICE, '/api/backoffice/login', pattern)).toBe(false);
  expect(isElsewhere(OFFICE, '/api/accounts/login', '/api/accounts/login')).toBe(true);
  expect(isElsewhere('trade.example', '/api/accounts/login', '/api/accounts/login')).toBe(false);
  expect(isElsewhere(OFFICE, '/health/ready', '/health/ready')).toBe(false);
});

it.each(['/platform/BTCUSD', '/index.html', '/about', '/api/docs', '/backofficex', '/a%00', '/%'])(
  'serves no customer page %s on the host of the back office',
  (path) => {
    expect(isElsewhere(OFFICE, path)).toBe(true);
    expect(isElsewhere('trade.example', path)).toBe(false);
  },
);

it('serves shared files on both hosts, and everything on any host if no address is set', () => {
  for (const path of ['/boot.js', '/favicon.svg', '/assets/inter.woff2']) {
    for (const host of [OFFICE, 'trade.example']) expect(isElsewhere(host, path, '/*')).toBe(false);
  }
  const any = createOfficeSite(undefined);
  expect(any.isElsewhere({ host: 'a', path: '/backoffice', pattern: undefined })).toBe(false);
});
