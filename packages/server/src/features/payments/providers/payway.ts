// PayWay: the browser submits signed fields with the amount in minor units, and returns the signed
// result itself. Several products have this name; the formulas are those of the one whose form
// takes cents, and only its own test environment can confirm them. Until an operator has done that,
// a person confirms each payment.
import type { ProviderId } from '@halyard/contract/providers';
import { isSameDigest, sha512Hex } from './digest.ts';
import { parseForm, toReference, type Fields } from './message.ts';
import { CURRENCY, parseMajor, parseMinor, toMajorText, toMinorText } from './money-text.ts';
import type { DepositRequest, NextStep, Provider, ReadWebhook } from './provider.ts';

export type PaywaySettings = {
  /** The form's URL. */
  readonly url: string;
  readonly shopId: string;
  readonly secret: string;
  readonly amounts: 'minor' | 'major';
  /**
   * Whether the provider's test environment has accepted our form and we have accepted its result.
   */
  readonly isProven: boolean;
  readonly isTest: boolean;
  readonly pageHosts: readonly string[];
};

const ID: ProviderId = 'payway';
const METHOD = 'authorize-form';
/** The operation code of a sale; 0 would only reserve the amount. */
const SALE = '1';
const RESULT_OK = '0';
const RESULT_CANCELLED = '3';
const FIELD_LENGTH_MAX = 1024;

/** The form's fields in signature order, with their maximum lengths. */
const FORM_FIELDS = [
  ['pgw_shop_id', 8],
  ['pgw_order_id', 50],
  ['pgw_amount', 14],
  ['pgw_authorization_type', 1],
  ['pgw_authorization_token', 64],
  ['pgw_language', 2],
  ['pgw_return_method', 4],
  ['pgw_success_url', 500],
  ['pgw_failure_url', 500],
  ['pgw_first_name', 20],
  ['pgw_last_name', 20],
  ['pgw_street', 40],
  ['pgw_city', 20],
  ['pgw_post_code', 9],
  ['pgw_country', 50],
  ['pgw_telephone', 50],
  ['pgw_email', 50],
  ['pgw_merchant_data', 500],
  ['pgw_order_info', 500],
  ['pgw_order_items', 500],
  ['pgw_disable_installments', 1],
] as const;

const RESULT_FIELDS = [
  'pgw_trace_ref',
  'pgw_transaction_id',
  'pgw_order_id',
  'pgw_amount',
  'pgw_installments',
  'pgw_card_type_id',
  'pgw_merchant_data',
] as const;

export function createPayway(settings: PaywaySettings): Provider {
  return {
    id: ID,
    proof: settings.isProven ? 'signature' : 'person',
    answer: 'page',
    isTest: settings.isTest,
    pageHosts: settings.pageHosts,
    start: (request) => ({ kind: 'ready', next: toSignedForm(settings, request) }),
    readWebhook: ({ body }) => readResult(settings, parseForm(body)),
    // PayWay has no known inquiry.
    inquire: () => undefined,
  };
}

function toSignedForm(settings: PaywaySettings, request: DepositRequest): NextStep {
  const { orderRef, amountCents, description, customer, urls } = request;
  const values: Readonly<Partial<Record<string, string>>> = {
    pgw_shop_id: settings.shopId,
    pgw_order_id: orderRef,
    pgw_amount: settings.amounts === 'minor' ? toMinorText(amountCents) : toMajorText(amountCents),
    pgw_authorization_type: SALE,
    pgw_language: 'en',
    pgw_return_method: 'POST',
    pgw_success_url: urls.webhook,
    pgw_failure_url: urls.webhook,
    pgw_first_name: customer.firstName,
    pgw_last_name: customer.lastName,
    pgw_street: customer.street,
    pgw_city: customer.city,
    pgw_post_code: customer.zipCode,
    pgw_country: customer.country,
    pgw_telephone: customer.phone,
    pgw_email: customer.email,
    // The form has no currency field; the currency is the shop's, and its page shows this text.
    pgw_order_info: `${description}, ${toMajorText(amountCents)} ${CURRENCY}`,
  };
  // Fields are truncated before signing, so that the sent text is the signed one.
  const fields = Object.fromEntries(
    FORM_FIELDS.map(([name, length]) => [name, (values[name] ?? '').slice(0, length)]),
  );
  return {
    type: 'form',
    action: settings.url,
    method: 'POST',
    fields: { ...fields, pgw_signature: signForm(settings.secret, fields) },
  };
}

/** Signs the form: sha512 of its name and every field in order, each followed by the secret. */
export function signForm(secret: string, fields: Fields): string {
  const values = FORM_FIELDS.map(([name]) => fields[name] ?? '');
  return sha512Hex([METHOD, ...values].map((value) => value + secret).join(''));
}

/** Computes the result's signature: sha512 of every field in order, each followed by the secret. */
export function signResult(secret: string, fields: Fields): string {
  return sha512Hex(RESULT_FIELDS.map((name) => (fields[name] ?? '') + secret).join(''));
}

function readResult(settings: PaywaySettings, fields: Fields | undefined): ReadWebhook {
  const isTooLong = Object.values(fields ?? {}).some((value) => value.length > FIELD_LENGTH_MAX);
  if (fields?.['pgw_order_id'] === undefined || isTooLong) {
    return { kind: 'refused', reason: 'malformed' };
  }
  const base = {
    orderRef: fields['pgw_order_id'],
    reason: fields['pgw_result_code'],
    currency: CURRENCY,
    isTest: false,
    details: {},
  };
  const code = fields['pgw_result_code'] ?? RESULT_OK;
  if (code !== RESULT_OK) {
    // The signature of failures is unknown. Believing one moves no money, and a later success is
    // credited anyway.
    const outcome = code === RESULT_CANCELLED ? 'cancelled' : 'failed';
    const event = {
      ...base,
      providerReference: undefined,
      amountCents: undefined,
      outcome,
    } as const;
    return { kind: 'event', event, isSigned: false };
  }
  const isSigned = isSameDigest(signResult(settings.secret, fields), fields['pgw_signature']);
  if (!isSigned) return { kind: 'refused', reason: 'signature' };
  const amount = fields['pgw_amount'] ?? '';
  return {
    kind: 'event',
    event: {
      ...base,
      providerReference: toReference(fields['pgw_transaction_id']),
      amountCents: settings.amounts === 'minor' ? parseMinor(amount) : parseMajor(amount),
      outcome: 'succeeded',
    },
    isSigned: true,
  };
}
