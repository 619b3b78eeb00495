// Which payment providers are connected, and with which keys. Values are never printed.
import * as z from 'zod/mini';

import type { BankAccount } from '@halyard/contract/config';
import { PROVIDER_IDS } from '@halyard/contract/providers';
import { readIban } from '@halyard/core/iban';

import type { MethodSettings, ProviderSettings } from '#features/payments/payments.ts';

import {
  choice,
  flag,
  list,
  matching,
  secureUrlOf,
  setting,
  type Problem,
} from './setting-kinds.ts';

const PAYMENT_MODES = ['off', 'sandbox', 'live'] as const;
type PaymentMode = (typeof PAYMENT_MODES)[number];

export type PaymentSettings = {
  /** The payment mode. `sandbox`: the built-in simulated providers, without real money. */
  readonly mode: PaymentMode;
  /** The settings of providers that have their keys; empty unless live. */
  readonly providers: ProviderSettings;
  readonly methods: MethodSettings;
  /** The account that bank transfers go to. */
  readonly bankAccount: BankAccount | undefined;
};

/** Characters that an HTTP header value can contain. */
const KEY_PATTERN = /^[\x21-\x7e]{1,200}$/;
const HOST_PATTERN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const STAFF_METHODS = ['bank', 'alternative', 'titan'] as const;
const HOLDER_PATTERN = /^[^<>\p{Cc}]{1,70}$/u;
const BIC_PATTERN = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
const PAYMAXIS_URL = 'https://app.paymaxis.com';
const IPAYTOTAL_URL = 'https://ipaytotal.solutions';

const key = z.optional(setting(matching(KEY_PATTERN), 'must be one word of ASCII'));
const url = z.optional(
  setting(secureUrlOf('https:', 'http:'), 'must be https://host, or http:// on this machine'),
);

export const PaymentVariables = z.object({
  PAYMENTS: z.optional(choice(PAYMENT_MODES)),
  PAYMENTS_TEST: z._default(flag(), false),
  PAYMENT_PAGE_HOSTS: z._default(
    setting(list(matching(HOST_PATTERN)), 'must be hosts such as pay.example.com, with commas'),
    [],
  ),
  PAYMENT_PROVIDERS: z._default(
    setting(list(oneOf(PROVIDER_IDS)), `must be some of ${PROVIDER_IDS.join(', ')}, with commas`),
    [],
  ),
  DEPOSIT_METHODS: z._default(
    setting(list(oneOf(STAFF_METHODS)), `must be some of ${STAFF_METHODS.join(', ')}, with commas`),
    ['bank'],
  ),
  BANK_ACCOUNT_HOLDER: z.optional(
    setting(matching(HOLDER_PATTERN), 'must be the name of the account holder'),
  ),
  BANK_ACCOUNT_IBAN: z.optional(setting(readIban, 'must be an IBAN with right check digits')),
  BANK_ACCOUNT_BIC: z.optional(
    setting(matching(BIC_PATTERN), 'must be a BIC of 8 or 11 characters'),
  ),
  PAYMAXIS_KEY: key,
  PAYMAXIS_SIGNING_KEY: key,
  PAYMAXIS_SIGNING_KEY_PREVIOUS: key,
  PAYMAXIS_URL: url,
  IPAYTOTAL_KEY: key,
  IPAYTOTAL_URL: url,
  IKAJO_KEY: key,
  IKAJO_PASSWORD: key,
  IKAJO_URL: url,
  IKAJO_STATUS_URL: url,
  PAYWAY_SHOP: key,
  PAYWAY_SECRET: key,
  PAYWAY_URL: url,
  PAYWAY_AMOUNTS: z._default(choice(['minor', 'major']), 'minor'),
  PAYWAY_PROVEN: z._default(flag(), false),
});
export type PaymentVariables = z.infer<typeof PaymentVariables>;
type Name = keyof PaymentVariables;

/**
 * The settings that each provider needs. A provider is connected when all of them are set; some but
 * not all is an error.
 */
const NEEDED = {
  paymaxis: ['PAYMAXIS_KEY', 'PAYMAXIS_SIGNING_KEY'],
  ipaytotal: ['IPAYTOTAL_KEY'],
  ikajo: ['IKAJO_KEY', 'IKAJO_PASSWORD', 'IKAJO_URL'],
  payway: ['PAYWAY_SHOP', 'PAYWAY_SECRET', 'PAYWAY_URL'],
} as const satisfies Record<string, readonly Name[]>;

const URLS = [
  'PAYMAXIS_URL',
  'IPAYTOTAL_URL',
  'IKAJO_URL',
  'IKAJO_STATUS_URL',
  'PAYWAY_URL',
] as const satisfies readonly Name[];

export function toPaymentSettings(
  variables: PaymentVariables,
  { hasDemo }: { readonly hasDemo: boolean },
): PaymentSettings {
  const mode = variables.PAYMENTS ?? (hasDemo ? 'sandbox' : 'off');
  return {
    mode,
    providers: mode === 'live' ? toProviders(variables) : {},
    methods: {
      depositMethods: variables.DEPOSIT_METHODS,
      providerOrder: variables.PAYMENT_PROVIDERS,
    },
    bankAccount: toBankAccount(variables),
  };
}

function toBankAccount(variables: PaymentVariables): BankAccount | undefined {
  const { BANK_ACCOUNT_HOLDER: holder, BANK_ACCOUNT_IBAN: iban } = variables;
  if (holder === undefined || iban === undefined) return undefined;
  const bic = variables.BANK_ACCOUNT_BIC;
  return { holder, iban, ...(bic === undefined ? {} : { bic }) };
}

function oneOf<const Value extends string>(
  values: readonly Value[],
): (text: string) => Value | undefined {
  return (text) => values.find((value) => value === text);
}

function toProviders(variables: PaymentVariables): ProviderSettings {
  const isTest = variables.PAYMENTS_TEST;
  const shared = (address: string) => ({
    url: address.replace(/\/$/, ''),
    isTest,
    pageHosts: [...pageHostsOf(address), ...variables.PAYMENT_PAGE_HOSTS],
  });
  const { PAYMAXIS_KEY, PAYMAXIS_SIGNING_KEY, PAYMAXIS_SIGNING_KEY_PREVIOUS } = variables;
  const { IPAYTOTAL_KEY, IKAJO_KEY, IKAJO_PASSWORD, IKAJO_URL } = variables;
  const { PAYWAY_SHOP, PAYWAY_SECRET, PAYWAY_URL } = variables;
  return {
    ...(PAYMAXIS_KEY && PAYMAXIS_SIGNING_KEY
      ? {
          paymaxis: {
            ...shared(variables.PAYMAXIS_URL ?? PAYMAXIS_URL),
            key: PAYMAXIS_KEY,
            signingKeys: [PAYMAXIS_SIGNING_KEY, PAYMAXIS_SIGNING_KEY_PREVIOUS].filter(
              (one) => one !== undefined,
            ),
          },
        }
      : {}),
    ...(IPAYTOTAL_KEY
      ? { ipaytotal: { ...shared(variables.IPAYTOTAL_URL ?? IPAYTOTAL_URL), key: IPAYTOTAL_KEY } }
      : {}),
    ...(IKAJO_KEY && IKAJO_PASSWORD && IKAJO_URL
      ? {
          ikajo: {
            ...shared(IKAJO_URL),
            key: IKAJO_KEY,
            password: IKAJO_PASSWORD,
            statusUrl: variables.IKAJO_STATUS_URL,
          },
        }
      : {}),
    ...(PAYWAY_SHOP && PAYWAY_SECRET && PAYWAY_URL
      ? {
          payway: {
            ...shared(PAYWAY_URL),
            shopId: PAYWAY_SHOP,
            secret: PAYWAY_SECRET,
            amounts: variables.PAYWAY_AMOUNTS,
            isProven: variables.PAYWAY_PROVEN,
          },
        }
      : {}),
  };
}

/**
 * Returns the page hosts of a provider's address: app.example.com belongs to example.com; an IP
 * address stands for itself.
 */
function pageHostsOf(address: string): readonly string[] {
  const { hostname } = new URL(address);
  const labels = hostname.split('.');
  const isName = /[a-z]$/.test(hostname) && labels.length > 2;
  return [isName ? labels.slice(1).join('.') : hostname];
}

/** Returns the problems of the settings in combination. */
export function paymentProblems(variables: Partial<PaymentVariables>): readonly Problem[] {
  return [...bankAccountProblems(variables), ...providerProblems(variables)];
}

function bankAccountProblems(variables: Partial<PaymentVariables>): readonly Problem[] {
  const { BANK_ACCOUNT_HOLDER: holder, BANK_ACCOUNT_IBAN: iban } = variables;
  if (holder === undefined && iban !== undefined) {
    return [{ name: 'BANK_ACCOUNT_HOLDER', text: 'is required with BANK_ACCOUNT_IBAN' }];
  }
  if (holder !== undefined && iban === undefined) {
    return [{ name: 'BANK_ACCOUNT_IBAN', text: 'is required with BANK_ACCOUNT_HOLDER' }];
  }
  return [];
}

function providerProblems(variables: Partial<PaymentVariables>): readonly Problem[] {
  if (variables.PAYMENTS !== 'live') return [];
  const connections = Object.values(NEEDED).map((names) => {
    const missing = names.filter((name) => variables[name] === undefined);
    const first = names.find((name) => variables[name] !== undefined);
    return { missing, first };
  });
  const halves = connections.flatMap(({ missing, first }) =>
    first === undefined ? [] : missing.map((name) => ({ name, text: `is required with ${first}` })),
  );
  const isNoneThere = connections.every(({ first }) => first === undefined);
  const none = { name: 'PAYMENTS', text: 'is live, but no provider has its keys' };
  return [...halves, ...(isNoneThere ? [none] : [])];
}

/**
 * Returns what an installation with real money must not have: simulated providers, test money,
 * unencrypted connections, simulated prices.
 */
export function productionPaymentProblems(
  variables: Partial<PaymentVariables>,
  { isSimulated }: { readonly isSimulated: boolean },
): readonly Problem[] {
  if (variables.PAYMENTS === 'sandbox') {
    return [{ name: 'PAYMENTS', text: 'must not be sandbox in production: nobody would pay' }];
  }
  if (variables.PAYMENTS !== 'live') return [];
  const plain = URLS.filter((name) => variables[name]?.startsWith('http:') === true);
  return [
    ...(isSimulated
      ? [{ name: 'FEED', text: 'must be real prices alone where PAYMENTS=live takes real money' }]
      : []),
    ...(variables.PAYMENTS_TEST === true
      ? [{ name: 'PAYMENTS_TEST', text: 'must be off in production: test money is no money' }]
      : []),
    ...plain.map((name) => ({ name, text: 'must begin with https:// in production' })),
  ];
}
