import { expect, it } from 'vitest';
import { createIkajo, signForm, signWebhook } from './ikajo.ts';
import { formMessage, message, REQUEST } from './testing/deposit-request.ts';

const settings = {
  url: 'https://secure.example.com/payment/auth',
  key: 'client-key',
  password: '22SAD#-78G8sdf$88',
  statusUrl: 'https://secure.example.com/post',
  isTest: false,
  pageHosts: ['example.com'],
};
const provider = createIkajo(settings);
const WEBHOOK = {
  id: 'trans-1',
  order: 'ourId',
  status: 'SALE',
  approval_code: '000111',
  card: '123456****1234',
  date: '2026-11-20 12:00:00',
  name: 'Foo Bar',
  email: 'foo@bar.baz',
  amount: '250.50',
  currency: 'EUR',
  sign: 'b7d35a5899828dd9791836fa4bc62f10',
};

it('signs the form as the published vector does', () => {
  const sign = signForm({
    key: 'tip.top@corporation.inc',
    payment: 'CC',
    url: 'https://www.foodstore.com/success',
    password: '12()&*&+_)?><',
    data: 'W3siYW1vdW50IjoiMTQuNjUiLCJjdXJyZW5jeSI6IlVTRCIsImRlc2NyaXB0aW9uIjoiVGVzdCBUcmFuc2FjdGlvbiBsb25nIGRlc2NyaXB0aW9uIn1d',
  });
  expect(sign).toBe('1b002db8a9aa2cbf0d43000c35e65d84');
});

it('signs webhooks and inquiries as the published vectors do', () => {
  const password = settings.password;
  const webhook = { email: 'foo@bar.baz', password, order: 'ourId', card: '1234561234' };
  expect(signWebhook(webhook)).toBe('b7d35a5899828dd9791836fa4bc62f10');
  const inquiry = {
    email: 'foo@bar.baz',
    password: 's3cret',
    order: 'trans-1',
    card: '4111111111',
  };
  expect(signWebhook(inquiry)).toBe('acfbabdb9a0d1fb1658bc8767973ec7e');
});

it('gives the browser a signed form with the customer and the amount in major units [c-send-ikajo] [c-send-answer] [c-direct-post]', () => {
  const start = provider.start(REQUEST);
  if (start.kind !== 'ready' || start.next.type !== 'form') return expect.fail('it is a form');
  const { action, method, fields } = start.next;
  expect({ action, method }).toEqual({ action: settings.url, method: 'POST' });
  const data = fields['data'] ?? '';
  expect(JSON.parse(Buffer.from(data, 'base64').toString())).toEqual([
    { amount: '250.50', currency: 'EUR', description: REQUEST.description },
  ]);
  const { key, payment, url } = { key: 'client-key', payment: 'CC', url: REQUEST.urls.back };
  expect(fields).toEqual({
    key,
    payment,
    data,
    url,
    error_url: url,
    order: REQUEST.orderRef,
    first_name: 'Ann',
    last_name: 'Lee',
    address: 'Beispielstraße 1',
    country: 'DE',
    state: 'Berlin',
    city: 'Berlin',
    zip: '10115',
    email: 'ann@example.com',
    phone: '+493023125000',
    sign: signForm({ key, payment, data, url, password: settings.password }),
  });
});

it('reads a signed webhook, and never trusts its amount', () => {
  expect(provider.readWebhook(formMessage(WEBHOOK))).toMatchObject({
    kind: 'event',
    isSigned: true,
    event: {
      orderRef: 'ourId',
      providerReference: 'trans-1',
      outcome: 'succeeded',
      details: { email: 'foo@bar.baz', card: '1234561234' },
    },
  });
  expect(provider.proof).toBe('inquiry');
  expect(createIkajo({ ...settings, statusUrl: undefined }).proof).toBe('person');
});

it.each([
  [{ order: 'another' }, 'signature'],
  [{ email: 'foo@bar.bax' }, 'signature'],
  [{ card: '123456****1235' }, 'signature'],
  [{ sign: '' }, 'signature'],
  [{ sign: WEBHOOK.sign.toUpperCase() }, 'signature'],
  [{ card: '1234561234123456' }, 'malformed'],
  [{ card: '' }, 'malformed'],
  [{ name: 'x'.repeat(2000) }, 'malformed'],
])('refuses a webhook changed by %j', (change, reason) => {
  expect(provider.readWebhook(formMessage({ ...WEBHOOK, ...change }))).toEqual({
    kind: 'refused',
    reason,
  });
});

it('rejects a duplicate field and bytes that are not text', () => {
  const twice = message(`${new URLSearchParams(WEBHOOK).toString()}&status=SALE`);
  expect(provider.readWebhook(twice).kind).toBe('refused');
  const noText = { ...twice, body: Buffer.from([0xff, 0xfe]) };
  expect(provider.readWebhook(noText).kind).toBe('refused');
});

it.each([
  ['SALE', '', 'succeeded'],
  ['SALE', 'stolen', 'failed'],
  ['DECLINED', '', 'failed'],
  ['PENDING', '', 'pending'],
  ['REFUND', '', 'refunded'],
  ['REVERSAL', '', 'refunded'],
  ['CHARGEBACK', '', 'charged-back'],
  ['NEW', '', 'ignored'],
])('reads status %s with reason %j as %s', (status, decline_reason, outcome) => {
  const read = provider.readWebhook(formMessage({ ...WEBHOOK, status, decline_reason }));
  expect(read).toMatchObject({ event: { outcome } });
});

it('queries a payment with the data of the webhook, and reads the amount from the reply', () => {
  const subject = { orderRef: 'ourId', createdAtMs: 0, details: {}, providerReference: undefined };
  expect(provider.inquire(subject)).toBeUndefined();
  const inquiry = provider.inquire({
    ...subject,
    providerReference: 'trans-1',
    details: { email: 'foo@bar.baz', card: '1234561234' },
  });
  expect(inquiry?.call.url).toBe(settings.statusUrl);
  expect(Object.fromEntries(new URLSearchParams(inquiry?.call.body))).toMatchObject({
    action: 'GET_TRANS_DETAILS',
    client_key: 'client-key',
    trans_id: 'trans-1',
  });
  const read = (body: object) => inquiry?.read({ status: 200, body: JSON.stringify(body) });
  const settled = {
    action: 'GET_TRANS_DETAILS',
    result: 'SUCCESS',
    status: 'SETTLED',
    order_id: 'ourId',
    trans_id: 'trans-1',
    amount: '250.50',
    currency: 'EUR',
  };
  expect(read(settled)).toMatchObject({ outcome: 'succeeded', amountCents: 25_050 });
  const refund = { type: 'REFUND', status: '1', amount: '100.00', date: '' };
  const refunded = { ...settled, status: 'REFUND', transactions: [refund] };
  expect(read(refunded)).toMatchObject({ outcome: 'refunded', amountCents: 10_000 });
  expect(read({ result: 'ERROR' })).toBeUndefined();
  expect(() => inquiry?.read({ status: 200, body: 'no' })).toThrow('ikajo');
});
