import { expect, it } from 'vitest';
import { createIpaytotal } from './ipaytotal.ts';
import { message, REQUEST } from './testing/deposit-request.ts';

const settings = {
  url: 'https://ipaytotal.solutions',
  key: 'the-api-key',
  isTest: false,
  pageHosts: ['ipaytotal.solutions'],
};
const provider = createIpaytotal(settings);
const subject = { orderRef: REQUEST.orderRef, details: {}, createdAtMs: 0 };
const webhook = {
  order_id: '77',
  sulte_apt_no: REQUEST.orderRef,
  transaction_status: 'success',
  reason: 'ok',
  currency: 'EUR',
  amount: '12',
  test: false,
  transaction_date: '2020-06-03 12:01:45',
};

it('posts customer, amount, currency, order, and the addresses of response and webhook [c-send-ipaytotal] [c-direct-post]', () => {
  const start = provider.start(REQUEST);
  if (start.kind !== 'call') return expect.fail('it asks the provider');
  expect(start.call.url).toBe('https://ipaytotal.solutions/api/hosted-pay/payment-request');
  expect(JSON.parse(start.call.body ?? '')).toEqual({
    api_key: 'the-api-key',
    first_name: 'Ann',
    last_name: 'Lee',
    address: 'Beispielstraße 1',
    country: 'DE',
    state: 'Berlin',
    city: 'Berlin',
    zip: '10115',
    ip_address: '192.0.2.7',
    email: 'ann@example.com',
    phone_no: '+493023125000',
    amount: '250.50',
    currency: 'EUR',
    birth_date: '1990-01-31',
    method: 'visa-mc',
    response_url: REQUEST.urls.back,
    webhook_url: REQUEST.urls.webhook,
    sulte_apt_no: REQUEST.orderRef,
  });
  const test = createIpaytotal({ ...settings, isTest: true }).start(REQUEST);
  expect(test.kind === 'call' && test.call.url).toContain('/api/test/hosted-pay/');
});

it('reads only the page’s address from the reply, which repeats the key', () => {
  const start = provider.start(REQUEST);
  if (start.kind !== 'call') return expect.fail('it asks the provider');
  const reply = (body: object, status = 200) => start.read({ status, body: JSON.stringify(body) });
  const url = 'https://ipaytotal.solutions/hosted-pay?hash=abc';
  const started = reply({ status: 'success', payment_redirect_url: url, api_key: 'the-api-key' });
  expect(started).toEqual({
    kind: 'started',
    next: { type: 'redirect', url },
    providerReference: undefined,
  });
  expect(reply({ status: '3d_redirect', payment_redirect_url: url }).kind).toBe('started');
  expect(reply({ status: 'fail', message: 'no', errors: {} }).kind).toBe('rejected');
  expect(reply({}).kind).toBe('unknown');
  expect(reply({ status: 'success', payment_redirect_url: url }, 503).kind).toBe('unknown');
});

it('reads webhooks of both shapes, as hints', () => {
  expect(provider.readWebhook(message(JSON.stringify(webhook)))).toMatchObject({
    kind: 'event',
    isSigned: false,
    event: { orderRef: REQUEST.orderRef, providerReference: '77', outcome: 'succeeded' },
  });
  const nested = {
    status: 'success',
    transaction: { order_id: 78, customer_order_id: 'D1', transaction_status: 'declined' },
  };
  expect(provider.readWebhook(message(JSON.stringify(nested)))).toMatchObject({
    event: { orderRef: 'D1', providerReference: '78', outcome: 'failed', amountCents: undefined },
  });
  const test = provider.readWebhook(message(JSON.stringify({ ...webhook, test: true })));
  expect(test).toMatchObject({ event: { isTest: true } });
  expect(provider.proof).toBe('inquiry');
});

it.each(['', '[]', '1', '{', '{"amount":{}}', `{"order_id":"${'x'.repeat(200)}"}`])(
  'refuses the body %j',
  (body) => {
    expect(provider.readWebhook(message(body))).toEqual({ kind: 'refused', reason: 'malformed' });
  },
);

it('trusts its own query, and ignores a reply that makes no sense', () => {
  const inquiry = provider.inquire({ ...subject, providerReference: '77' });
  expect(inquiry?.call.url).toBe('https://ipaytotal.solutions/api/get/transaction');
  expect(JSON.parse(inquiry?.call.body ?? '')).toEqual({
    api_key: 'the-api-key',
    sulte_apt_no: REQUEST.orderRef,
    order_id: '77',
  });
  const read = (body: object, status = 200) =>
    inquiry?.read({ status, body: JSON.stringify(body) });
  expect(read({ status: 'success', transaction: webhook })).toMatchObject({
    outcome: 'succeeded',
    amountCents: 1200,
    currency: 'EUR',
  });
  expect(read({ status: 'fail', message: 'Transaction not found' })).toBeUndefined();
  expect(() => read({}, 500)).toThrow('500');
});
