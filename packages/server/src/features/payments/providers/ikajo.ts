// Ikajo, the legacy hosted form: the browser submits signed fields to its gateway. A webhook's
// signature covers neither amount, currency, status nor its own number, so each causes an inquiry.
import type { ProviderId } from '@halyard/contract/providers';
import * as z from 'zod/mini';
import { isSameDigest, md5UpperHex, reversed } from './digest.ts';
import { parseForm, parseJsonObject, toForm, toReference, type Fields } from './message.ts';
import { CURRENCY, parseMajor, toMajorText } from './money-text.ts';
import { ProviderError } from './provider.ts';
import type {
  DepositRequest,
  Inquiry,
  NextStep,
  Outcome,
  Provider,
  ProviderEvent,
  ProviderReply,
  Subject,
} from './provider.ts';

export type IkajoSettings = {
  /** The form's URL; every account has its own host. */
  readonly url: string;
  readonly key: string;
  readonly password: string;
  /** The inquiry URL; without it a person confirms each payment. */
  readonly statusUrl: string | undefined;
  readonly isTest: boolean;
  readonly pageHosts: readonly string[];
};

const ID: ProviderId = 'ikajo';
const FIELD_LENGTH_MAX = 1024;
const MASKED_CARD = /^(\d{6})\*{2,13}(\d{4})$/;

/** The outcomes by the status that webhooks and inquiries report. */
const STATUSES: Readonly<Record<string, Outcome>> = {
  SALE: 'succeeded',
  SETTLED: 'succeeded',
  '3DS': 'pending',
  PENDING: 'pending',
  PREPARE: 'pending',
  REDIRECT: 'pending',
  DECLINED: 'failed',
  REFUND: 'refunded',
  REVERSAL: 'refunded',
  CHARGEBACK: 'charged-back',
};

export function createIkajo(settings: IkajoSettings): Provider {
  return {
    id: ID,
    proof: settings.statusUrl === undefined ? 'person' : 'inquiry',
    answer: 'ok',
    isTest: settings.isTest,
    pageHosts: settings.pageHosts,
    start: (request) => ({ kind: 'ready', next: toSignedForm(settings, request) }),
    readWebhook: ({ body }) => {
      const fields = parseForm(body);
      const card = toShortCard(fields?.['card']);
      if (fields === undefined || card === undefined || isTooLong(fields)) {
        return { kind: 'refused', reason: 'malformed' };
      }
      const email = fields['email'] ?? '';
      const order = fields['order'] ?? '';
      const wanted = signWebhook({ email, password: settings.password, order, card });
      if (!isSameDigest(wanted, fields['sign'])) return { kind: 'refused', reason: 'signature' };
      return { kind: 'event', event: toEvent(fields), isSigned: true };
    },
    inquire: (subject) => inquire(settings, subject),
  };
}

function toSignedForm(settings: IkajoSettings, request: DepositRequest): NextStep {
  const { orderRef, amountCents, description, customer, urls } = request;
  const order = { amount: toMajorText(amountCents), currency: CURRENCY, description };
  const data = Buffer.from(JSON.stringify([order])).toString('base64');
  const signed = { key: settings.key, payment: 'CC', data, url: urls.back };
  return {
    type: 'form',
    action: settings.url,
    method: 'POST',
    fields: {
      ...signed,
      error_url: urls.back,
      order: orderRef,
      first_name: customer.firstName,
      last_name: customer.lastName,
      address: customer.street,
      country: customer.country,
      state: customer.state,
      city: customer.city,
      zip: customer.zipCode,
      email: customer.email,
      phone: customer.phone,
      sign: signForm({ ...signed, password: settings.password }),
    },
  };
}

/** Signs the form: md5(upper(rev(key) + rev(payment) + rev(data) + rev(url) + rev(password))). */
export function signForm(form: {
  readonly key: string;
  readonly payment: string;
  readonly data: string;
  readonly url: string;
  readonly password: string;
}): string {
  const { key, payment, data, url, password } = form;
  return md5UpperHex([key, payment, data, url, password].map(reversed));
}

/**
 * Computes a webhook's signature: md5(upper(rev(email) + password + order + rev(first six + last
 * four digits))).
 */
export function signWebhook(webhook: {
  readonly email: string;
  readonly password: string;
  readonly order: string;
  readonly card: string;
}): string {
  const { email, password, order, card } = webhook;
  return md5UpperHex([reversed(email), Buffer.from(password + order), reversed(card)]);
}

/** Returns the first six and last four digits of a masked card number. */
function toShortCard(masked: string | undefined): string | undefined {
  const [, first, last] = MASKED_CARD.exec(masked ?? '') ?? [];
  return first === undefined || last === undefined ? undefined : first + last;
}

function isTooLong(fields: Fields): boolean {
  return Object.values(fields).some((value) => value.length > FIELD_LENGTH_MAX);
}

function toEvent(fields: Fields): ProviderEvent {
  const isDeclined = (fields['decline_reason'] ?? '') !== '';
  const outcome = STATUSES[fields['status'] ?? ''] ?? 'ignored';
  return {
    orderRef: fields['order'],
    providerReference: toReference(fields['id']),
    outcome: isDeclined && outcome === 'succeeded' ? 'failed' : outcome,
    amountCents: parseMajor(fields['amount']),
    currency: fields['currency'],
    reason: undefined,
    isTest: false,
    details: { email: fields['email'] ?? '', card: toShortCard(fields['card']) ?? '' },
  };
}

const Details = z.object({
  result: z.optional(z.string()),
  status: z.optional(z.string()),
  order_id: z.optional(z.string().check(z.maxLength(256))),
  trans_id: z.optional(z.string().check(z.maxLength(256))),
  amount: z.optional(z.union([z.string(), z.number()])),
  currency: z.optional(z.string().check(z.maxLength(8))),
  transactions: z.optional(
    z.array(
      z.object({
        type: z.string(),
        status: z.union([z.string(), z.number()]),
        amount: z.union([z.string(), z.number()]),
      }),
    ),
  ),
});
type Details = z.infer<typeof Details>;

/**
 * Builds an inquiry. It requires data that only a webhook has: its payment number, the payer and
 * the card's digits.
 */
function inquire(settings: IkajoSettings, subject: Subject): Inquiry | undefined {
  const { providerReference, details } = subject;
  const { email, card } = details;
  if (settings.statusUrl === undefined || providerReference === undefined) return undefined;
  if (email === undefined || card === undefined) return undefined;
  const fields = {
    action: 'GET_TRANS_DETAILS',
    client_key: settings.key,
    trans_id: providerReference,
    hash: signWebhook({ email, password: settings.password, order: providerReference, card }),
  };
  return {
    call: {
      method: 'POST',
      url: settings.statusUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: toForm(fields),
    },
    read: (reply) => readDetails(reply, details),
  };
}

function readDetails(
  { status, body }: ProviderReply,
  details: Subject['details'],
): ProviderEvent | undefined {
  const parsed = z.safeParse(Details, status === 200 ? parseJsonObject(body) : undefined);
  if (!parsed.success) throw new ProviderError(`${ID} answered an inquiry with ${status}`);
  if (parsed.data.result !== 'SUCCESS') return undefined;
  const outcome = STATUSES[parsed.data.status ?? ''] ?? 'ignored';
  return {
    orderRef: parsed.data.order_id,
    providerReference: toReference(parsed.data.trans_id),
    outcome,
    amountCents: parseMajor(amountOf(parsed.data, outcome)),
    currency: parsed.data.currency,
    reason: undefined,
    isTest: false,
    details,
  };
}

/** Returns the amount: for a return its own, otherwise the payment's. */
function amountOf(details: Details, outcome: Outcome): unknown {
  if (outcome !== 'refunded' && outcome !== 'charged-back') return details.amount;
  const step = details.transactions?.findLast(
    ({ type, status }) => STATUSES[type] === outcome && String(status) === '1',
  );
  return step?.amount;
}
