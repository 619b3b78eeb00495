// A simulator of Ikajo's legacy hosted form: signed fields from the browser, its page with the test
// card whose expiry selects the outcome, signed webhooks, and the inquiry by transaction.
import { createHash } from 'node:crypto';
import { formOf, json, page, redirect } from '#payment-desk/exchange.ts';
import type { SandboxAnswer, SandboxRequest } from '#payment-desk/exchange.ts';
import { createPaymentDesk } from '#payment-desk/payment-desk.ts';
import type { PaymentDesk } from '#payment-desk/payment-desk.ts';
import { toSandbox } from '#payment-desk/sandbox.ts';
import type { PaymentSandbox, SandboxOptions } from '#payment-desk/sandbox.ts';
import type { PaymentReturn, SandboxPayment } from '#payment-desk/sandbox-payment.ts';
import type { TestCard } from '#payment-desk/test-card.ts';

export type IkajoSandboxOptions = SandboxOptions & {
  readonly key: string;
  readonly password: string;
};

const FORM_PATH = '/payment/auth';
const STATUS_PATH = '/post';
const CARD = '4111111111111111';

/** The test cards. Those with months 1, 2 and 5 are the provider's own. */
const CARDS: readonly TestCard[] = [
  { number: CARD, month: '01', outcome: 'approve' },
  { number: CARD, month: '02', outcome: 'decline' },
  { number: CARD, month: '05', outcome: 'challenge' },
  { number: CARD, month: '03', outcome: 'insufficient' },
  { number: CARD, month: '04', outcome: 'time-out' },
];

export function createIkajoSandbox(options: IkajoSandboxOptions): PaymentSandbox {
  const { password, nowMs = Date.now } = options;
  const desk = createPaymentDesk({
    title: 'Ikajo sandbox',
    cards: CARDS,
    publicBase: options.publicBase,
    nowMs,
    toWebhook: (payment, sent) => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(toWebhookFields(payment, password, sent)).toString(),
    }),
    way: ({ state, backUrl, failureUrl }) => ({ url: state === 'approved' ? backUrl : failureUrl }),
  });
  return toSandbox(desk, (request) => {
    if (request.method !== 'POST') return page('<p>There is nothing here.</p>', 404);
    if (request.path === FORM_PATH) return answerForm(desk, request, options);
    if (request.path === STATUS_PATH) return answerDetails(desk, request, options);
    return page('<p>There is nothing here.</p>', 404);
  });
}

function answerForm(
  desk: PaymentDesk,
  request: SandboxRequest,
  options: IkajoSandboxOptions,
): SandboxAnswer {
  const form = formOf(request);
  const { key = '', payment = '', data = '', url = '' } = form;
  const sign = md5Upper([key, payment, data, url, options.password].map(reversed));
  if (key !== options.key || form['sign'] !== sign) {
    return page('<p>The form is not signed as it must be.</p>', 403);
  }
  const [order] = JSON.parse(Buffer.from(data, 'base64').toString()) as readonly {
    readonly amount: string;
    readonly currency: string;
  }[];
  const added = desk.add({
    orderRef: form['order'] ?? '',
    amount: order?.amount ?? '',
    currency: order?.currency ?? '',
    email: form['email'] ?? '',
    backUrl: url,
    failureUrl: form['error_url'] ?? url,
    webhookUrl: options.webhookUrl(),
  });
  return redirect(desk.pageUrl(added));
}

function answerDetails(
  desk: PaymentDesk,
  request: SandboxRequest,
  options: IkajoSandboxOptions,
): SandboxAnswer {
  const form = formOf(request);
  const payment = desk.look(form['trans_id'] ?? '');
  const refuse = (error_message: string): SandboxAnswer =>
    json(200, { result: 'ERROR', error_message });
  if (payment === undefined || form['client_key'] !== options.key) return refuse('unknown');
  const wanted = signPayment(payment, options.password, payment.id);
  if (form['hash'] !== wanted) return refuse('hash');
  const { amount, returns } = payment;
  return json(200, {
    action: 'GET_TRANS_DETAILS',
    result: 'SUCCESS',
    status: toStatus(payment, 'SETTLED'),
    order_id: payment.orderRef,
    trans_id: payment.id,
    mail: payment.email,
    amount,
    currency: payment.currency,
    card: payment.card,
    transactions: [
      { date: '', type: 'SALE', status: payment.state === 'approved' ? '1' : '0', amount },
      ...returns.map((sent) => ({
        date: '',
        type: typeOf(sent),
        status: '1',
        amount: sent.amount,
      })),
    ],
  });
}

function toWebhookFields(
  payment: SandboxPayment,
  password: string,
  sent: PaymentReturn | undefined,
): Record<string, string> {
  const isDeclined = payment.state === 'declined' || payment.state === 'cancelled';
  return {
    id: payment.id,
    order: payment.orderRef,
    status: sent === undefined ? toStatus(payment, 'SALE') : typeOf(sent),
    approval_code: '000000',
    card: payment.card === '' ? '000000****0000' : payment.card,
    date: new Date(payment.createdAtMs).toISOString().slice(0, 19).replace('T', ' '),
    name: 'Test Payer',
    email: payment.email,
    amount: sent?.amount ?? payment.amount,
    currency: payment.currency,
    ...(isDeclined ? { decline_reason: payment.reason } : {}),
    sign: signPayment(payment, password, payment.orderRef),
  };
}

function toStatus({ state, returns }: SandboxPayment, paid: string): string {
  const last = returns.at(-1);
  if (last !== undefined) return typeOf(last);
  if (state === 'approved') return paid;
  return state === 'declined' || state === 'cancelled' ? 'DECLINED' : 'PENDING';
}

function typeOf({ kind }: PaymentReturn): string {
  return kind === 'refund' ? 'REFUND' : 'CHARGEBACK';
}

function signPayment(payment: SandboxPayment, password: string, number: string): string {
  const ends = (payment.card === '' ? '000000****0000' : payment.card).replaceAll('*', '');
  return md5Upper([reversed(payment.email), password + number, reversed(ends)]);
}

function md5Upper(parts: readonly string[]): string {
  return createHash('md5').update(parts.join('').toUpperCase()).digest('hex');
}

function reversed(text: string): string {
  return text.split('').toReversed().join('');
}
