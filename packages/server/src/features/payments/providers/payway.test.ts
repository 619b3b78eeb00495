import { expect, it } from 'vitest';
import { createPayway, signForm, signResult } from './payway.ts';
import { formMessage, REQUEST } from './testing/deposit-request.ts';

const settings = {
  url: 'https://pgw.example.com/authorize-form',
  shopId: '12345678',
  secret: '12345',
  amounts: 'minor',
  isProven: false,
  isTest: false,
  pageHosts: ['example.com'],
} as const;
const provider = createPayway(settings);
const VECTOR = {
  pgw_trace_ref: '123456789',
  pgw_transaction_id: '12455',
  pgw_order_id: 'test1',
  pgw_amount: '6789',
  pgw_installments: '0',
  pgw_card_type_id: '3',
  pgw_merchant_data: '',
};
const VECTOR_SIGNATURE =
  '1c98b942b75b0fe931c6240af81f1c2105f8285d0a7284d85f9d740fe5801089e7ab66cd572e8e871c4a803bf89cb3a9ffebd52b27521da58b851b87ca2e7742';
const result = { ...VECTOR, pgw_signature: VECTOR_SIGNATURE };

it('signs the result as the published vector does, and reads it', () => {
  expect(signResult('12345', VECTOR)).toBe(VECTOR_SIGNATURE);
  expect(provider.readWebhook(formMessage(result))).toMatchObject({
    kind: 'event',
    isSigned: true,
    event: {
      orderRef: 'test1',
      providerReference: '12455',
      outcome: 'succeeded',
      amountCents: 6789,
      currency: 'EUR',
    },
  });
});

it('rejects a result with a changed signed field', () => {
  for (const name of Object.keys(VECTOR)) {
    const changed = { ...result, [name]: '7' };
    expect(provider.readWebhook(formMessage(changed)), name).toEqual({
      kind: 'refused',
      reason: 'signature',
    });
  }
  const unsigned = formMessage({ ...result, pgw_signature: '' });
  expect(provider.readWebhook(unsigned).kind).toBe('refused');
});

it('treats a failure as a hint, because its signature is not documented', () => {
  const hint = (code: string) =>
    provider.readWebhook(formMessage({ pgw_order_id: 'test1', pgw_result_code: code }));
  expect(hint('1')).toMatchObject({ isSigned: false, event: { outcome: 'failed' } });
  expect(hint('3')).toMatchObject({ isSigned: false, event: { outcome: 'cancelled' } });
  expect(provider.readWebhook(formMessage({ pgw_result_code: '1' }))).toEqual({
    kind: 'refused',
    reason: 'malformed',
  });
});

it('sends the amount in minor units, and truncates long fields before signing [c-send-payway] [c-direct-post] [k-minor-units]', () => {
  const firstName = 'Anna-Maria-Magdalena-Sophia';
  const start = provider.start({ ...REQUEST, customer: { ...REQUEST.customer, firstName } });
  if (start.kind !== 'ready' || start.next.type !== 'form') return expect.fail('it is a form');
  const { action, fields } = start.next;
  expect(action).toBe(settings.url);
  expect(fields).toMatchObject({
    pgw_shop_id: '12345678',
    pgw_order_id: REQUEST.orderRef,
    pgw_amount: '25050',
    pgw_authorization_type: '1',
    pgw_first_name: 'Anna-Maria-Magdalena',
    pgw_success_url: REQUEST.urls.webhook,
    pgw_email: 'ann@example.com',
    pgw_order_info: `${REQUEST.description}, 250.50 EUR`,
  });
  expect(fields['pgw_signature']).toBe(signForm('12345', fields));
  expect(signForm('12345', { ...fields, pgw_amount: '25051' })).not.toBe(fields['pgw_signature']);
});

it('can be configured for major units and for verified formulas', () => {
  const other = createPayway({ ...settings, amounts: 'major', isProven: true });
  const start = other.start(REQUEST);
  expect(start).toMatchObject({ next: { fields: { pgw_amount: '250.50' } } });
  expect(other.proof).toBe('signature');
  expect(provider.proof).toBe('person');
});
