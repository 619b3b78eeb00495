// PayWay: the browser sends signed fields with the amount in minor units, and brings the signed
// result back itself. Several products carry the name; the formulas are those of the one whose form
// takes cents, and nobody but its own test environment can prove them. Until an operator has done
// that, a person confirms each payment.
import type { ProviderId } from '@halyard/contract/providers';
import { isSameDigest, sha512Hex } from './digest.ts';
import { parseForm, toReference, type Fields } from './message.ts';
import { CURRENCY, parseMajor, parseMinor, toMajorText, toMinorText } from './money-text.ts';
import type { DepositRequest, NextStep, Provider, ReadWebhook } from './provider.ts';

export type PaywaySettings = {
  /** Where the form goes. */
  readonly url: string;
  readonly shopId: string;
  readonly secret: string;
  readonly amounts: 'minor' | 'major';
  /** Its test environment has accepted our form, and we its result. */
  readonly isProven: boolean;
  readonly isTest: boolean;
  readonly pageHosts: readonly string[];
};

const ID: ProviderId = 'payway';
const METHOD = 'authorize-form';
/** 0 only reserves. */
const SALE = '1';
const RESULT_OK = '0';
const RESULT_CANCELLED = '3';
const FIELD_LENGTH_MAX = 1024;

/** The fields of the form in the order of its signature, with the longest text of each. */
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
    // None is known.
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
    // The form has no field for the currency, which is that of the shop: its page shows this text.
    pgw_order_info: `${description}, ${toMajorText(amountCents)} ${CURRENCY}`,
  };
  // Cut before they are signed: what is signed is what is sent.
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

/** sha512 of the form's name and every field in order, the secret after each. */
export function signForm(secret: string, fields: Fields): string {
  const values = FORM_FIELDS.map(([name]) => fields[name] ?? '');
  return sha512Hex([METHOD, ...values].map((value) => value + secret).join(''));
}

/** sha512 of every field of the result in order, the secret after each. */
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
    // How failures are signed is not known. Believing one moves no money, and a success that
    // comes later is credited all the same.
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
