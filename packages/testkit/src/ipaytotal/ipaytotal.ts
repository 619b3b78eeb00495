// A simulator of iPayTotal: the hosted request with the key in its body, its page and test cards,
// the inquiry, and webhooks without any signature.
import { json, jsonOf, textOf } from '#payment-desk/exchange.ts';
import type { SandboxAnswer } from '#payment-desk/exchange.ts';
import { createPaymentDesk } from '#payment-desk/payment-desk.ts';
import type { PaymentDesk } from '#payment-desk/payment-desk.ts';
import { toSandbox } from '#payment-desk/sandbox.ts';
import type { PaymentSandbox, SandboxOptions } from '#payment-desk/sandbox.ts';
import type { SandboxPayment } from '#payment-desk/sandbox-payment.ts';
import type { TestCard } from '#payment-desk/test-card.ts';

export type IpaytotalSandboxOptions = SandboxOptions & { readonly key: string };

const REQUEST_PATH = /^\/api\/(test\/)?hosted-pay\/payment-request$/;
const STATUS_PATH = '/api/get/transaction';
const VALID_MS = 30 * 60_000;

/**
 * The test cards: the provider's own two, and further ones for outcomes that it has no card for.
 */
const CARDS: readonly TestCard[] = [
  { number: '4242424242424242', outcome: 'approve' },
  { number: '4000000000000077', outcome: 'challenge' },
  { number: '4000000000000002', outcome: 'decline' },
  { number: '4000000000009995', outcome: 'insufficient' },
  { number: '4000000000000119', outcome: 'time-out' },
];

const REQUIRED = [
  'first_name',
  'last_name',
  'address',
  'country',
  'state',
  'city',
  'zip',
  'ip_address',
  'email',
  'phone_no',
  'amount',
  'currency',
  'response_url',
] as const;

export function createIpaytotalSandbox(options: IpaytotalSandboxOptions): PaymentSandbox {
  const { nowMs = Date.now } = options;
  const desk = createPaymentDesk({
    title: 'iPayTotal sandbox',
    cards: CARDS,
    publicBase: options.publicBase,
    nowMs,
    toWebhook: (payment) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(toTransaction(payment)),
    }),
    way: (payment) => ({ url: toReturnUrl(payment) }),
  });
  return toSandbox(desk, (request) => {
    const body = jsonOf(request);
    const isKnown = body['api_key'] === options.key;
    const isInquiry = request.path === STATUS_PATH;
    if (request.method !== 'POST' || !(isInquiry || REQUEST_PATH.test(request.path))) {
      return json(404, { status: 'fail', message: 'not found' });
    }
    if (!isKnown) return json(200, { status: 'fail', message: 'The api key is not valid' });
    return isInquiry ? answerInquiry(desk, body) : answerRequest(desk, body, nowMs());
  });
}

function answerRequest(
  desk: PaymentDesk,
  body: Readonly<Record<string, unknown>>,
  nowMs: number,
): SandboxAnswer {
  const api_key = textOf(body['api_key']);
  const missing = REQUIRED.filter((name) => textOf(body[name]) === '');
  const sulte_apt_no = textOf(body['sulte_apt_no']);
  if (missing.length > 0) {
    const errors = Object.fromEntries(
      missing.map((name) => [name, [`The ${name} field is required.`]]),
    );
    return json(200, {
      status: 'fail',
      message: 'Some parameters are missing',
      errors,
      sulte_apt_no,
      api_key,
    });
  }
  const back = textOf(body['response_url']);
  const payment = desk.add({
    orderRef: sulte_apt_no,
    amount: textOf(body['amount']),
    currency: textOf(body['currency']),
    email: textOf(body['email']),
    backUrl: back,
    failureUrl: back,
    webhookUrl: textOf(body['webhook_url']),
  });
  const valid_till = new Date(nowMs + VALID_MS).toISOString().slice(0, 19).replace('T', ' ');
  const payment_redirect_url = desk.pageUrl(payment);
  // iPayTotal repeats the API key in its reply, and so does the simulator.
  return json(200, { status: 'success', payment_redirect_url, api_key, sulte_apt_no, valid_till });
}

function answerInquiry(desk: PaymentDesk, body: Readonly<Record<string, unknown>>): SandboxAnswer {
  const payment = desk.look(textOf(body['order_id'])) ?? desk.look(textOf(body['sulte_apt_no']));
  if (payment === undefined) return json(200, { status: 'fail', message: 'Transaction not found' });
  return json(200, { status: 'success', transaction: toTransaction(payment) });
}

function toTransaction(payment: SandboxPayment): object {
  return {
    order_id: payment.id,
    sulte_apt_no: payment.orderRef,
    transaction_status: toStatus(payment),
    reason: payment.reason,
    currency: payment.currency,
    amount: payment.returns.at(-1)?.amount ?? payment.amount,
    test: true,
    transaction_date: new Date(payment.createdAtMs).toISOString().slice(0, 19).replace('T', ' '),
  };
}

function toStatus({ state, returns }: SandboxPayment): string {
  const last = returns.at(-1);
  if (last !== undefined) return last.kind === 'refund' ? 'refunded' : 'chargeback';
  if (state === 'approved') return 'success';
  return state === 'declined' || state === 'cancelled' ? 'fail' : 'pending';
}

function toReturnUrl(payment: SandboxPayment): string {
  const url = new URL(payment.backUrl);
  url.searchParams.set('status', payment.state === 'approved' ? 'success' : 'fail');
  url.searchParams.set('message', 'sandbox');
  url.searchParams.set('order_id', payment.id);
  url.searchParams.set('sulte_apt_no', payment.orderRef);
  return url.href;
}
