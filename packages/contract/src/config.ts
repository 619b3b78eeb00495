// What the browser needs before sign-in, and the health of the server.
import * as z from 'zod/mini';
import { defineRoute } from './route.ts';

export const LANGUAGES = ['en', 'de', 'it', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGES_OFFERED = ['en', 'de'] as const;
export const DEPOSIT_MINIMUM_CENTS = 25_000;
export const PAYMENT_METHOD_KEYS = ['card', 'bank', 'alternative', 'titan'] as const;

/** The operator's bank account. The IBAN is without spaces. */
export const BankAccount = z.object({
  holder: z.string(),
  iban: z.string(),
  bic: z.optional(z.string()),
});
export type BankAccount = z.infer<typeof BankAccount>;

/** Where TradingView serves its widgets from. */
export const HOSTED_WIDGET_ORIGIN = 'https://www.tradingview-widget.com';

export const PublicConfig = z.object({
  registration: z.boolean(),
  platformOnly: z.boolean(),
  economics: z.boolean(),
  /** Whether the operator offers automatic trading. */
  autoTrading: z.boolean(),
  regime: z.enum(['eu-retail', 'international']),
  /** The margin level in percent below which positions are closed, worst first. */
  marginCloseOutPercent: z.number(),
  languages: z.array(z.enum(LANGUAGES)),
  currency: z.literal('EUR'),
  depositMinimum: z.number(),
  /** The deposit methods that this installation offers; a card entry names its provider. */
  payment_methods: z.array(
    z.object({
      id: z.int(),
      key: z.enum(PAYMENT_METHOD_KEYS),
      provider: z.optional(z.string()),
      title: z.string(),
    }),
  ),
  /** Where bank transfers go; absent until the operator has set it. */
  bank_account: z.optional(BankAccount),
  /** The token with which browsers read published content through the Cockpit v1 API. */
  content_token: z.string(),
  /** Whether TradingView's hosted widgets are offered, after consent. */
  tradingView: z.enum(['iframe', 'off']),
  /** Where to show the operator on the contact page's map; without tiles the map is not shown. */
  map: z.optional(
    z.object({ latitude: z.number(), longitude: z.number(), tiles: z.optional(z.string()) }),
  ),
  /** The standard warning with the operator's own figure, in each language. */
  riskWarning: z.record(z.enum(LANGUAGES), z.string()),
  /**
   * Permanent notices: simulated prices and sandbox payments are announced in a bar that can't be
   * dismissed.
   */
  notices: z.object({ simulatedPrices: z.boolean(), sandboxMoney: z.boolean() }),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const getConfig = defineRoute({
  method: 'GET',
  path: '/api/config',
  summary: 'Returns the configuration that the browser needs.',
  access: 'public',
  rate: 'ordinary',
  reply: PublicConfig,
  rejections: [],
});

export const IpInfo = z.object({
  ip: z.string(),
  country_short: z.string(),
  country_long: z.string(),
  city: z.string(),
});
export type IpInfo = z.infer<typeof IpInfo>;

export const getIpInfo = defineRoute({
  method: 'GET',
  path: '/api/ip-info',
  summary: "Returns the caller's estimated location.",
  access: 'public',
  rate: 'ordinary',
  reply: IpInfo,
  rejections: [],
});

export const getLiveness = defineRoute({
  method: 'GET',
  path: '/health/live',
  summary: 'Returns 200 while the process responds.',
  access: 'public',
  rate: 'ordinary',
  reply: z.object({ live: z.literal(true) }),
  rejections: [],
});

export const getReadiness = defineRoute({
  method: 'GET',
  path: '/health/ready',
  summary: 'Returns 200 if database, engine and prices are available, otherwise 503.',
  access: 'public',
  rate: 'ordinary',
  reply: z.object({ ready: z.literal(true) }),
  rejections: ['unavailable'],
});
