// Paymaxis: JSON with a bearer key; the customer pays on its page. Webhooks are signed completely.
import type { ProviderId } from '@halyard/contract/providers';
import { DAY_MS } from '@halyard/core/time';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import * as z from 'zod/mini';
import { hmacSha256Hex, isSameDigest } from './digest.ts';
import { parseJsonObject, toReference } from './message.ts';
import { CURRENCY, parseMajor, toMajorText } from './money-text.ts';
import { ProviderError } from './provider.ts';
import type {
  DepositRequest,
  ListPage,
  Outcome,
  Period,
  Provider,
  ProviderCall,
  ProviderEvent,
  ProviderReply,
  Started,
  WebhookMessage,
} from './provider.ts';

export type PaymaxisSettings = {
  /** The URL of Paymaxis, such as https://app.paymaxis.com, without a trailing slash. */
  readonly url: string;
  readonly key: string;
  /** The shop's signing keys, the current one first. */
  readonly signingKeys: readonly string[];
  readonly isTest: boolean;
  readonly pageHosts: readonly string[];
};

const ID: ProviderId = 'paymaxis';
/**
 * The user agent to send: an edge server of the provider may reject the default names of HTTP
 * libraries.
 */
const USER_AGENT = 'Halyard/1';
const LIST_LIMIT = 100;
const TIMED_OUT = '1.04';
const REDIRECT_LENGTH_MAX = 2000;
const text = (length: number) => z.nullish(z.string().check(z.maxLength(length)));

const Payment = z.object({
  id: text(64),
  referenceId: text(256),
  paymentType: text(32),
  state: text(32),
  amount: z.nullish(z.union([z.number(), z.string()])),
  currency: text(8),
  customerAmount: z.nullish(z.union([z.number(), z.string()])),
  customerCurrency: text(8),
  errorCode: text(32),
});
type Payment = z.infer<typeof Payment>;

const STATES: Readonly<Record<string, Outcome>> = {
  CHECKOUT: 'pending',
  PENDING: 'pending',
  // An authorisation only reserves the amount and is not a payment.
  AUTHORIZED: 'pending',
  AWAITING_APPROVAL: 'pending',
  COMPLETED: 'succeeded',
  DECLINED: 'failed',
  CANCELLED: 'cancelled',
};

export function createPaymaxis(settings: PaymaxisSettings): Provider {
  const payments = `${settings.url}/api/v1/payments`;
  const headers = {
    authorization: `Bearer ${settings.key}`,
    accept: 'application/json',
    'user-agent': USER_AGENT,
  };
  const get = (url: string): ProviderCall => ({ method: 'GET', url, headers });
  return {
    id: ID,
    proof: 'signature',
    answer: 'empty',
    isTest: settings.isTest,
    pageHosts: settings.pageHosts,
    start: (request) => ({
      kind: 'call',
      call: {
        method: 'POST',
        url: payments,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(toBody(request)),
      },
      read: readStarted,
    }),
    readWebhook: (message) => {
      const signature = message.headers['signature'];
      if (!isSignedBy(settings.signingKeys, message, signature)) {
        return { kind: 'refused', reason: 'signature' };
      }
      const payment = parsePayment(parseJsonObject(message.body));
      if (payment === undefined) return { kind: 'refused', reason: 'malformed' };
      return { kind: 'event', event: toEvent(payment), isSigned: true };
    },
    inquire: ({ orderRef, providerReference, createdAtMs }) => {
      if (providerReference !== undefined) {
        const url = `${payments}/${encodeURIComponent(providerReference)}`;
        return { call: get(url), read: readPayment };
      }
      // The start of the period is always sent: without it the provider searches only the last day.
      const query = new URLSearchParams({
        'referenceId.eq': orderRef,
        'created.gte': new Date(createdAtMs - DAY_MS).toISOString(),
      });
      return {
        call: get(`${payments}?${query.toString()}`),
        read: (reply) =>
          readList(reply).find(
            (event) => event.orderRef === orderRef && event.outcome !== 'refunded',
          ),
      };
    },
    list: (period, offset) => listPage(get, payments, { period, offset }),
  };
}

function listPage(
  get: (url: string) => ProviderCall,
  payments: string,
  page: { readonly period: Period; readonly offset: number },
): ListPage {
  const query = new URLSearchParams({
    'created.gte': new Date(page.period.fromMs).toISOString(),
    'created.lt': new Date(page.period.untilMs).toISOString(),
    offset: String(page.offset),
    limit: String(LIST_LIMIT),
  });
  return { call: get(`${payments}?${query.toString()}`), read: readList, limit: LIST_LIMIT };
}

function toBody({ orderRef, amountCents, description, customer, urls }: DepositRequest): object {
  return {
    paymentType: 'DEPOSIT',
    paymentMethod: 'BASIC_CARD',
    amount: Number(toMajorText(amountCents)),
    currency: CURRENCY,
    referenceId: orderRef,
    description,
    customer: {
      referenceId: customer.ref,
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email,
      phone: toSpacedPhone(customer.phone),
      dateOfBirth: customer.birthDate,
      locale: 'en',
    },
    billingAddress: {
      countryCode: customer.country,
      addressLine1: customer.street,
      city: customer.city,
      postalCode: customer.zipCode,
      state: customer.state,
    },
    returnUrl: urls.back,
    webhookUrl: urls.webhook,
  };
}

/** Formats a phone number without the plus sign, and with a space after the dial code. */
function toSpacedPhone(e164: string): string {
  const number = parsePhoneNumberFromString(e164);
  return number === undefined
    ? e164.replace('+', '')
    : `${number.countryCallingCode} ${number.nationalNumber}`;
}

function isSignedBy(
  keys: readonly string[],
  message: WebhookMessage,
  signature: string | string[] | undefined,
): boolean {
  if (typeof signature !== 'string') return false;
  return keys.some((key) => isSameDigest(hmacSha256Hex(key, message.body), signature));
}

/** Finds the payment: at the top level or in an envelope. */
function parsePayment(body: Readonly<Record<string, unknown>> | undefined): Payment | undefined {
  const parsed = z.safeParse(Payment, body?.['result'] ?? body);
  return parsed.success ? parsed.data : undefined;
}

function toEvent(payment: Payment): ProviderEvent {
  // After a currency conversion the requested amount is in separate fields.
  const { customerCurrency, currency } = payment;
  const isChanged = typeof customerCurrency === 'string' && customerCurrency !== currency;
  return {
    orderRef: payment.referenceId ?? undefined,
    providerReference: toReference(payment.id),
    outcome: toOutcome(payment),
    amountCents: parseMajor(isChanged ? payment.customerAmount : payment.amount),
    currency: (isChanged ? customerCurrency : currency) ?? undefined,
    reason: payment.errorCode ?? undefined,
    isTest: false,
    details: {},
  };
}

function toOutcome({ paymentType, state, errorCode }: Payment): Outcome {
  const outcome = STATES[state ?? ''] ?? 'ignored';
  if (paymentType === 'REFUND') return outcome === 'succeeded' ? 'refunded' : 'ignored';
  if (paymentType !== 'DEPOSIT') return 'ignored';
  return outcome === 'failed' && errorCode === TIMED_OUT ? 'cancelled' : outcome;
}

function readStarted({ status, body }: ProviderReply): Started {
  if (status >= 500 || status === 408) return { kind: 'unknown' };
  if (status !== 200) return { kind: 'rejected', code: `http-${status}` };
  const Reply = z.object({
    result: z.object({
      id: z.string().check(z.maxLength(64)),
      state: z.optional(z.string()),
      errorCode: z.nullish(z.string()),
      redirectUrl: z.nullish(z.string().check(z.maxLength(REDIRECT_LENGTH_MAX))),
    }),
  });
  const parsed = z.safeParse(Reply, parseJsonObject(body));
  if (!parsed.success) return { kind: 'unknown' };
  const { id, state, errorCode, redirectUrl } = parsed.data.result;
  if (state === 'DECLINED') return { kind: 'rejected', code: errorCode ?? state };
  if (!redirectUrl) return { kind: 'unknown' };
  return {
    kind: 'started',
    next: { type: 'redirect', url: redirectUrl },
    providerReference: toReference(id),
  };
}

function readPayment({ status, body }: ProviderReply): ProviderEvent | undefined {
  if (status === 404) return undefined;
  const payment = status === 200 ? parsePayment(parseJsonObject(body)) : undefined;
  if (payment === undefined) throw new ProviderError(`${ID} answered an inquiry with ${status}`);
  return toEvent(payment);
}

function readList({ status, body }: ProviderReply): readonly ProviderEvent[] {
  const List = z.object({ result: z.array(Payment).check(z.maxLength(LIST_LIMIT)) });
  const parsed = z.safeParse(List, status === 200 ? parseJsonObject(body) : undefined);
  if (!parsed.success) throw new ProviderError(`${ID} answered a list with ${status}`);
  return parsed.data.result.map(toEvent);
}
