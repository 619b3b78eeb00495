// A simulator of Paymaxis: payments over JSON with a bearer key, its hosted page and test cards,
// inquiry by id and by reference, a list, and webhooks signed over their bytes.
import { createHmac } from 'node:crypto';
import { json, jsonOf, textOf } from '#payment-desk/exchange.ts';
import type { SandboxAnswer, SandboxRequest } from '#payment-desk/exchange.ts';
import { createPaymentDesk } from '#payment-desk/payment-desk.ts';
import type { PaymentDesk } from '#payment-desk/payment-desk.ts';
import { toSandbox } from '#payment-desk/sandbox.ts';
import type { PaymentSandbox, SandboxOptions } from '#payment-desk/sandbox.ts';
import type { PaymentReturn, SandboxPayment } from '#payment-desk/sandbox-payment.ts';
import type { TestCard } from '#payment-desk/test-card.ts';

export type PaymaxisSandboxOptions = SandboxOptions & {
  readonly key: string;
  readonly signingKey: string;
};

const PATH = '/api/v1/payments';
const LIST_MAX = 100;
const DAY_MS = 24 * 3_600_000;

/** The test cards: the provider's own, and two for outcomes that it has no card for. */
const CARDS: readonly TestCard[] = [
  { number: '4000000000000408', outcome: 'approve' },
  { number: '4000000000000002', outcome: 'challenge' },
  { number: '4000000000000416', outcome: 'decline' },
  { number: '4242424242424242', outcome: 'challenge-decline' },
  { number: '5555000000000107', outcome: 'approve' },
  { number: '4000000000009995', outcome: 'insufficient' },
  { number: '4000000000000119', outcome: 'time-out' },
];

const STATES = {
  open: 'CHECKOUT',
  challenged: 'CHECKOUT',
  waiting: 'PENDING',
  approved: 'COMPLETED',
  declined: 'DECLINED',
  cancelled: 'CANCELLED',
} as const;

export function createPaymaxisSandbox(options: PaymaxisSandboxOptions): PaymentSandbox {
  const { nowMs = Date.now } = options;
  const desk = createPaymentDesk({
    title: 'Paymaxis sandbox',
    cards: CARDS,
    publicBase: options.publicBase,
    nowMs,
    toWebhook: (payment, sent) => {
      const body = JSON.stringify(toResult(payment, sent));
      const signature = createHmac('sha256', options.signingKey).update(body).digest('hex');
      return { headers: { 'content-type': 'application/json', Signature: signature }, body };
    },
    way: ({ backUrl }) => ({ url: backUrl }),
  });
  return toSandbox(desk, (request) => answer(desk, request, { key: options.key, nowMs: nowMs() }));
}

function answer(
  desk: PaymentDesk,
  request: SandboxRequest,
  own: { readonly key: string; readonly nowMs: number },
): SandboxAnswer {
  const timestamp = new Date(own.nowMs).toISOString();
  const fail = (status: number, error: string): SandboxAnswer =>
    json(status, { timestamp, status, error, path: request.path });
  if (request.headers['authorization'] !== `Bearer ${own.key}`) return fail(401, 'Unauthorized');
  if (request.path === PATH && request.method === 'POST') return create(desk, request, timestamp);
  if (request.path === PATH)
    return json(200, { timestamp, status: 200, result: list(desk, request, own.nowMs) });
  const payment = desk.look(request.path.slice(PATH.length + 1));
  if (payment === undefined) return fail(404, 'Not Found');
  return json(200, { timestamp, status: 200, result: toResult(payment) });
}

function create(desk: PaymentDesk, request: SandboxRequest, timestamp: string): SandboxAnswer {
  const body = jsonOf(request);
  const customer = (body['customer'] ?? {}) as Readonly<Record<string, unknown>>;
  const isNumber = typeof body['amount'] === 'number' && body['amount'] > 0;
  if (body['paymentType'] !== 'DEPOSIT' || textOf(body['currency']) === '' || !isNumber) {
    const errors = [{ field: 'amount', defaultMessage: 'must be positive' }];
    return json(400, { timestamp, status: 400, error: 'Bad Request', path: PATH, errors });
  }
  const back = textOf(body['returnUrl']);
  const payment = desk.add({
    orderRef: textOf(body['referenceId']),
    amount: textOf(body['amount']),
    currency: textOf(body['currency']),
    email: textOf(customer['email']),
    backUrl: back,
    failureUrl: back,
    webhookUrl: textOf(body['webhookUrl']),
  });
  const result = { ...toResult(payment), redirectUrl: desk.pageUrl(payment) };
  return json(200, { timestamp, status: 200, result });
}

/** Lists payments; without a start time only those of the last day. */
function list(desk: PaymentDesk, { query }: SandboxRequest, nowMs: number): readonly object[] {
  const fromMs = Date.parse(query.get('created.gte') ?? new Date(nowMs - DAY_MS).toISOString());
  const untilMs = Date.parse(query.get('created.lt') ?? new Date(nowMs + 1).toISOString());
  const reference = query.get('referenceId.eq');
  const offset = Number(query.get('offset') ?? 0);
  const limit = Math.min(Number(query.get('limit') ?? LIST_MAX), LIST_MAX);
  return desk
    .list({ fromMs, untilMs })
    .filter(({ orderRef }) => reference === null || orderRef === reference)
    .flatMap((payment) => [undefined, ...payment.returns].map((sent) => toResult(payment, sent)))
    .slice(offset, offset + limit);
}

function toResult(payment: SandboxPayment, sent?: PaymentReturn): object {
  return {
    id: sent?.id ?? payment.id,
    referenceId: payment.orderRef,
    paymentType: sent === undefined ? 'DEPOSIT' : 'REFUND',
    state: sent === undefined ? STATES[payment.state] : 'COMPLETED',
    paymentMethod: 'BASIC_CARD',
    ...(payment.card === ''
      ? {}
      : { paymentMethodDetails: { customerAccountNumber: payment.card } }),
    amount: Number(sent?.amount ?? payment.amount),
    currency: payment.currency,
    ...(payment.state === 'declined' ? { errorCode: payment.reason } : {}),
    customer: { email: payment.email },
  };
}
