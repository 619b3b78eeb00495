import { expect, it } from 'vitest';
import { SANDBOX_PATH, toAllowedStep } from './allowed-step.ts';

const ORIGIN = 'https://trade.example.com';
const provider = { pageHosts: ['paymaxis.com', '127.0.0.1'] };
const follow = (url: string) => toAllowedStep(provider, { type: 'redirect', url }, ORIGIN);

it.each([
  'https://paymaxis.com/p/1',
  'https://app.paymaxis.com/payment/1?a=b',
  'http://127.0.0.1:4321/pay/1',
])('sends customers to %s', (url) => {
  expect(follow(url)).toEqual({ type: 'redirect', url });
});

it.each([
  'http://app.paymaxis.com/p/1',
  'https://paymaxis.com.evil.example/',
  'https://evilpaymaxis.com/',
  'https://app.paymaxis.com@evil.example/',
  'https://user@app.paymaxis.com/',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example/',
  '/api/sandbox/paymaxis/pay/1',
  '',
])('sends nobody to %j', (url) => {
  expect(follow(url)).toBeUndefined();
});

it('completes the addresses of the sandbox with the origin of the customer', () => {
  const sandbox = { pageHosts: [SANDBOX_PATH] };
  const next = { type: 'redirect', url: '/api/sandbox/paymaxis/pay/1' } as const;
  expect(toAllowedStep(sandbox, next, ORIGIN)).toEqual({
    type: 'redirect',
    url: 'https://trade.example.com/api/sandbox/paymaxis/pay/1',
  });
  const form = { type: 'form', action: '/api/sandbox/ikajo', method: 'POST', fields: {} } as const;
  expect(toAllowedStep(sandbox, form, ORIGIN)).toMatchObject({
    action: 'https://trade.example.com/api/sandbox/ikajo',
  });
});
