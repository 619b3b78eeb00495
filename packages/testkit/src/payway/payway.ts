// A simulator of the PayWay whose signed form takes cents. It checks the form's signature, shows
// its page, and lets the browser bring the signed result back. It sends no webhook and answers no
// inquiry.
import { createHash } from 'node:crypto';
import { formOf, page, redirect } from '#payment-desk/exchange.ts';
import type { SandboxAnswer, SandboxRequest } from '#payment-desk/exchange.ts';
import { createPaymentDesk } from '#payment-desk/payment-desk.ts';
import type { PaymentDesk, Way } from '#payment-desk/payment-desk.ts';
import { toSandbox } from '#payment-desk/sandbox.ts';
import type { PaymentSandbox, SandboxOptions } from '#payment-desk/sandbox.ts';
import type { SandboxPayment } from '#payment-desk/sandbox-payment.ts';
import type { TestCard } from '#payment-desk/test-card.ts';

export type PaywaySandboxOptions = SandboxOptions & {
  readonly shopId: string;
  readonly secret: string;
};

export type PaywaySandbox = PaymentSandbox & {
  /** Returns what the browser would bring back after a payment. */
  resultOf(orderRef: string): Way;
};

const FORM_PATH = '/services/payment/api/authorize-form';

const CARDS: readonly TestCard[] = [
  { number: '4111111111111111', outcome: 'approve' },
  { number: '4000000000000002', outcome: 'decline' },
  { number: '4000000000000077', outcome: 'challenge' },
  { number: '4000000000009995', outcome: 'insufficient' },
  { number: '4000000000000119', outcome: 'time-out' },
];

const SIGNED = [
  'shop_id',
  'order_id',
  'amount',
  'authorization_type',
  'authorization_token',
  'language',
  'return_method',
  'success_url',
  'failure_url',
  'first_name',
  'last_name',
  'street',
  'city',
  'post_code',
  'country',
  'telephone',
  'email',
  'merchant_data',
  'order_info',
  'order_items',
  'disable_installments',
] as const;

export function createPaywaySandbox(options: PaywaySandboxOptions): PaywaySandbox {
  const way = (payment: SandboxPayment): Way => toWay(payment, options.secret);
  const desk = createPaymentDesk({
    title: 'PayWay sandbox',
    cards: CARDS,
    publicBase: options.publicBase,
    nowMs: options.nowMs ?? Date.now,
    toWebhook: () => undefined,
    way,
  });
  const sandbox = toSandbox(desk, (request) => answerForm(desk, request, options));
  return {
    ...sandbox,
    resultOf: (orderRef) => {
      const payment = desk.find(orderRef);
      if (payment === undefined) throw new Error(`There is no payment ${orderRef}`);
      return way(payment);
    },
  };
}

function answerForm(
  desk: PaymentDesk,
  request: SandboxRequest,
  { shopId, secret }: PaywaySandboxOptions,
): SandboxAnswer {
  if (request.method !== 'POST' || request.path !== FORM_PATH) {
    return page('<p>There is nothing here.</p>', 404);
  }
  const form = formOf(request);
  const values = SIGNED.map((name) => form[`pgw_${name}`] ?? '');
  const isSigned = form['pgw_signature'] === sha512(['authorize-form', ...values], secret);
  const minor = form['pgw_amount'] ?? '';
  if (!isSigned || form['pgw_shop_id'] !== shopId)
    return page('<p>Error 1000: the signature is wrong.</p>', 403);
  if (!/^\d{3,14}$/.test(minor)) return page('<p>Error 1003: the amount is wrong.</p>', 403);
  const payment = desk.add({
    orderRef: form['pgw_order_id'] ?? '',
    amount: `${minor.slice(0, -2)}.${minor.slice(-2)}`,
    currency: 'EUR',
    email: form['pgw_email'] ?? '',
    backUrl: form['pgw_success_url'] ?? '',
    failureUrl: form['pgw_failure_url'] ?? '',
    webhookUrl: '',
  });
  return redirect(desk.pageUrl(payment));
}

function toWay(payment: SandboxPayment, secret: string): Way {
  if (payment.state !== 'approved') {
    const code = payment.state === 'cancelled' ? '3' : '1';
    return {
      url: payment.failureUrl,
      fields: { pgw_order_id: payment.orderRef, pgw_result_code: code },
    };
  }
  const fields = {
    pgw_trace_ref: '000000001',
    pgw_transaction_id: payment.id,
    pgw_order_id: payment.orderRef,
    pgw_amount: payment.amount.replace('.', ''),
    pgw_installments: '0',
    pgw_card_type_id: '3',
    pgw_merchant_data: '',
  };
  const pgw_signature = sha512(Object.values(fields), secret);
  return { url: payment.backUrl, fields: { ...fields, pgw_signature } };
}

function sha512(values: readonly string[], secret: string): string {
  return createHash('sha512')
    .update(values.map((value) => value + secret).join(''))
    .digest('hex');
}
