import { expect, it } from 'vitest';
import { hmacSha256Hex } from './digest.ts';
import { createPaymaxis } from './paymaxis.ts';
import { message, REQUEST } from './testing/deposit-request.ts';

const KEY = 'test_signing_key';
const BODY =
  '{"id":"9e9003d7f3324fc6828481c665d8bab5","referenceId":"D01J8ZQ4M7K3T9W2XAB",' +
  '"paymentType":"DEPOSIT","state":"COMPLETED","paymentMethod":"BASIC_CARD","amount":10.01,"currency":"EUR"}';
const SIGNATURE = '65f8606d9cfa8d65647407bdfe4bab183c21a1c6ac359eeb47a5f33cf256086f';

const provider = createPaymaxis({
  url: 'https://app-sandbox.paymaxis.com',
  key: 'shop-key',
  signingKeys: ['a newer key', KEY],
  isTest: false,
  pageHosts: ['paymaxis.com'],
});
const subject = {
  orderRef: REQUEST.orderRef,
  providerReference: undefined,
  details: {},
  createdAtMs: Date.UTC(2026, 10, 20),
};
const signed = (payment: object) => {
  const body = JSON.stringify(payment);
  return message(body, { signature: hmacSha256Hex(KEY, Buffer.from(body)) });
};
const eventOf = (payment: object) => {
  const read = provider.readWebhook(signed(payment));
  return read.kind === 'event' ? read.event : expect.fail(read.reason);
};

it('signs as the published vector does, and reads what it signs', () => {
  expect(hmacSha256Hex(KEY, Buffer.from(BODY))).toBe(SIGNATURE);
  expect(provider.readWebhook(message(BODY, { signature: SIGNATURE }))).toMatchObject({
    kind: 'event',
    isSigned: true,
    event: {
      orderRef: 'D01J8ZQ4M7K3T9W2XAB',
      providerReference: '9e9003d7f3324fc6828481c665d8bab5',
      outcome: 'succeeded',
      amountCents: 1001,
      currency: 'EUR',
    },
  });
});

it('rejects a body with a changed byte, and every other signature', () => {
  for (let at = 0; at < BODY.length; at += 1) {
    const changed =
      BODY.slice(0, at) + String.fromCodePoint(BODY.charCodeAt(at) ^ 1) + BODY.slice(at + 1);
    expect(provider.readWebhook(message(changed, { signature: SIGNATURE })).kind).toBe('refused');
  }
  const others = ['', SIGNATURE.toUpperCase(), `${SIGNATURE}0`, SIGNATURE.slice(1), 'x'.repeat(64)];
  for (const signature of others) {
    expect(provider.readWebhook(message(BODY, { signature }))).toEqual({
      kind: 'refused',
      reason: 'signature',
    });
  }
  expect(provider.readWebhook(message(BODY)).kind).toBe('refused');
});

it('accepts no webhook when the shop has no signing key', () => {
  const bare = createPaymaxis({ url: '', key: '', signingKeys: [], isTest: false, pageHosts: [] });
  expect(bare.readWebhook(message(BODY, { signature: SIGNATURE })).kind).toBe('refused');
});

it.each([
  ['CHECKOUT', 'pending'],
  ['PENDING', 'pending'],
  ['AUTHORIZED', 'pending'],
  ['AWAITING_APPROVAL', 'pending'],
  ['COMPLETED', 'succeeded'],
  ['DECLINED', 'failed'],
  ['CANCELLED', 'cancelled'],
  ['SOMETHING_NEW', 'ignored'],
])('reads the state %s as %s', (state, outcome) => {
  expect(eventOf({ paymentType: 'DEPOSIT', state, amount: 1, currency: 'EUR' }).outcome).toBe(
    outcome,
  );
});

it('recognises refunds and time-outs, and ignores withdrawals', () => {
  expect(eventOf({ paymentType: 'REFUND', state: 'COMPLETED' }).outcome).toBe('refunded');
  expect(eventOf({ paymentType: 'REFUND', state: 'PENDING' }).outcome).toBe('ignored');
  expect(eventOf({ paymentType: 'WITHDRAWAL', state: 'COMPLETED' }).outcome).toBe('ignored');
  const timedOut = { paymentType: 'DEPOSIT', state: 'DECLINED', errorCode: '1.04' };
  expect(eventOf(timedOut).outcome).toBe('cancelled');
});

it('uses the requested amount if the provider converted the currency', () => {
  const payment = { paymentType: 'DEPOSIT', state: 'COMPLETED', amount: 300, currency: 'USD' };
  const changed = { ...payment, customerAmount: 250.5, customerCurrency: 'EUR' };
  expect(eventOf(changed)).toMatchObject({ amountCents: 25_050, currency: 'EUR' });
  const same = { ...payment, customerAmount: 250.5, customerCurrency: 'USD' };
  expect(eventOf(same)).toMatchObject({ amountCents: 30_000, currency: 'USD' });
});

it('requests a payment in major units, with the customer, the order and both addresses [c-send-paymaxis]', () => {
  const start = provider.start(REQUEST);
  if (start.kind !== 'call') return expect.fail('it asks the provider');
  expect(start.call).toMatchObject({
    method: 'POST',
    url: 'https://app-sandbox.paymaxis.com/api/v1/payments',
    headers: { authorization: 'Bearer shop-key', 'content-type': 'application/json' },
  });
  expect(JSON.parse(start.call.body ?? '')).toMatchObject({
    paymentType: 'DEPOSIT',
    paymentMethod: 'BASIC_CARD',
    amount: 250.5,
    currency: 'EUR',
    referenceId: REQUEST.orderRef,
    customer: { firstName: 'Ann', lastName: 'Lee', phone: '49 3023125000', locale: 'en' },
    billingAddress: { countryCode: 'DE', postalCode: '10115' },
    returnUrl: REQUEST.urls.back,
    webhookUrl: REQUEST.urls.webhook,
  });
});

it('distinguishes started, rejected and unknown', () => {
  const start = provider.start(REQUEST);
  if (start.kind !== 'call') return expect.fail('it asks the provider');
  const result = { id: 'p1', state: 'CHECKOUT', redirectUrl: 'https://pay.paymaxis.com/p1' };
  const reply = (status: number, body: unknown) =>
    start.read({ status, body: JSON.stringify(body) });
  expect(reply(200, { result })).toEqual({
    kind: 'started',
    next: { type: 'redirect', url: 'https://pay.paymaxis.com/p1' },
    providerReference: 'p1',
  });
  expect(reply(200, { result: { ...result, state: 'DECLINED', errorCode: '4.01' } })).toEqual({
    kind: 'rejected',
    code: '4.01',
  });
  expect(reply(400, {}).kind).toBe('rejected');
  expect(reply(401, {}).kind).toBe('rejected');
  expect(reply(502, {}).kind).toBe('unknown');
  expect(reply(200, {}).kind).toBe('unknown');
  expect(start.read({ status: 200, body: '<html>' }).kind).toBe('unknown');
});

it('queries a payment by its number, or by our reference if there is no number', () => {
  const known = provider.inquire({ ...subject, providerReference: 'p1' });
  expect(known?.call.url).toBe('https://app-sandbox.paymaxis.com/api/v1/payments/p1');
  const payment = {
    id: 'p1',
    referenceId: subject.orderRef,
    paymentType: 'DEPOSIT',
    state: 'COMPLETED',
  };
  const body = JSON.stringify({ result: { ...payment, amount: 250.5, currency: 'EUR' } });
  expect(known?.read({ status: 200, body })).toMatchObject({
    outcome: 'succeeded',
    amountCents: 25_050,
  });
  expect(known?.read({ status: 404, body: '' })).toBeUndefined();
  expect(() => known?.read({ status: 500, body: '' })).toThrow('500');

  const found = provider.inquire(subject);
  expect(found?.call.url).toContain(`referenceId.eq=${subject.orderRef}`);
  expect(found?.call.url).toContain('created.gte=2026-11-19');
  const list = JSON.stringify({ result: [{ ...payment, referenceId: 'D-other' }, payment] });
  expect(found?.read({ status: 200, body: list })?.orderRef).toBe(subject.orderRef);
});
