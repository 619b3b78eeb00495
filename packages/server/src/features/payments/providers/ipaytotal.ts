// iPayTotal: JSON with the key in the body; the customer pays on its page. Its webhooks are
// unsigned, so each is only a hint, and only our own inquiry counts.
import type { ProviderId } from '@halyard/contract/providers';
import * as z from 'zod/mini';
import { parseJsonObject, toReference } from './message.ts';
import { CURRENCY, parseMajor, toMajorText } from './money-text.ts';
import { ProviderError } from './provider.ts';
import type {
  DepositRequest,
  Outcome,
  Provider,
  ProviderCall,
  ProviderEvent,
  ProviderReply,
  Started,
} from './provider.ts';

export type IpaytotalSettings = {
  /** The URL of iPayTotal, such as https://ipaytotal.solutions, without a trailing slash. */
  readonly url: string;
  readonly key: string;
  readonly isTest: boolean;
  readonly pageHosts: readonly string[];
};

const ID: ProviderId = 'ipaytotal';
const REDIRECT_LENGTH_MAX = 2000;
const STATUS_CODE_OK = 200;
const text = (length: number) => z.nullish(z.string().check(z.maxLength(length)));
/** A reference. Newer accounts send numbers where older ones send text. */
const reference = z.nullish(z.union([z.string().check(z.maxLength(128)), z.int()]));

const Payment = z.object({
  order_id: reference,
  sulte_apt_no: reference,
  customer_order_id: reference,
  transaction_status: text(32),
  reason: text(500),
  currency: text(8),
  amount: z.nullish(z.union([z.number(), z.string().check(z.maxLength(32))])),
  test: z.nullish(z.union([z.boolean(), z.string(), z.number()])),
});
type Payment = z.infer<typeof Payment>;

const STATUSES: Readonly<Record<string, Outcome>> = {
  success: 'succeeded',
  pending: 'pending',
  '3d_redirect': 'pending',
  fail: 'failed',
  failed: 'failed',
  declined: 'failed',
  blocked: 'failed',
  // Undocumented statuses, which are only believed in replies to our inquiry.
  refunded: 'refunded',
  chargeback: 'charged-back',
};

export function createIpaytotal(settings: IpaytotalSettings): Provider {
  const path = settings.isTest ? 'api/test/hosted-pay' : 'api/hosted-pay';
  const post = (url: string, body: object): ProviderCall => ({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    id: ID,
    proof: 'inquiry',
    answer: 'empty',
    isTest: settings.isTest,
    pageHosts: settings.pageHosts,
    start: (request) => ({
      kind: 'call',
      call: post(`${settings.url}/${path}/payment-request`, toBody(settings.key, request)),
      read: readStarted,
    }),
    readWebhook: (message) => {
      const payment = parsePayment(parseJsonObject(message.body));
      if (payment === undefined) return { kind: 'refused', reason: 'malformed' };
      return { kind: 'event', event: toEvent(payment), isSigned: false };
    },
    inquire: ({ orderRef, providerReference }) => ({
      call: post(`${settings.url}/api/get/transaction`, {
        api_key: settings.key,
        sulte_apt_no: orderRef,
        ...(providerReference === undefined ? {} : { order_id: providerReference }),
      }),
      read: readPayment,
    }),
  };
}

function toBody(key: string, request: DepositRequest): object {
  const { orderRef, amountCents, customer, urls } = request;
  return {
    api_key: key,
    first_name: customer.firstName,
    last_name: customer.lastName,
    address: customer.street,
    country: customer.country,
    state: customer.state,
    city: customer.city,
    zip: customer.zipCode,
    ip_address: customer.ip,
    email: customer.email,
    phone_no: customer.phone,
    amount: toMajorText(amountCents),
    currency: CURRENCY,
    birth_date: customer.birthDate,
    method: 'visa-mc',
    response_url: urls.back,
    webhook_url: urls.webhook,
    sulte_apt_no: orderRef,
  };
}

/**
 * Reads the reply to a start. The complete reply is never passed on, because it repeats the key.
 */
function readStarted({ status, body }: ProviderReply): Started {
  if (status >= 500 || status === 408) return { kind: 'unknown' };
  const Reply = z.object({
    status: z.optional(z.string()),
    payment_redirect_url: z.nullish(z.string().check(z.maxLength(REDIRECT_LENGTH_MAX))),
  });
  const parsed = z.safeParse(Reply, parseJsonObject(body));
  if (!parsed.success) return { kind: 'unknown' };
  const { payment_redirect_url: url } = parsed.data;
  if (url) {
    return { kind: 'started', next: { type: 'redirect', url }, providerReference: undefined };
  }
  return parsed.data.status?.startsWith('fail') === true
    ? { kind: 'rejected', code: 'fail' }
    : { kind: 'unknown' };
}

/** Finds the payment: at the top level, or for newer accounts below `transaction`. */
function parsePayment(body: Readonly<Record<string, unknown>> | undefined): Payment | undefined {
  const parsed = z.safeParse(Payment, body?.['transaction'] ?? body);
  return parsed.success ? parsed.data : undefined;
}

function toEvent(payment: Payment): ProviderEvent {
  return {
    orderRef: toReference(payment.sulte_apt_no ?? payment.customer_order_id),
    providerReference: toReference(payment.order_id),
    outcome: STATUSES[payment.transaction_status?.toLowerCase() ?? ''] ?? 'ignored',
    amountCents: parseMajor(payment.amount),
    currency: payment.currency?.toUpperCase(),
    reason: undefined,
    isTest: [true, 'true', 1, '1'].some((value) => value === payment.test),
    details: {},
  };
}

function readPayment({ status, body }: ProviderReply): ProviderEvent | undefined {
  if (status === 404) return undefined;
  const payment = status === STATUS_CODE_OK ? parsePayment(parseJsonObject(body)) : undefined;
  if (payment === undefined) throw new ProviderError(`${ID} answered an inquiry with ${status}`);
  // A reply `fail` without a payment means that the provider knows none.
  return payment.transaction_status ? toEvent(payment) : undefined;
}
