// The customer's keys of the public API.
import * as z from 'zod/mini';
import { ACCOUNT_KINDS, type AccountKind } from './practice/practice.ts';
import { defineRoute } from './route.ts';
import { Day, Id, Instant, PlainLine, SecondFactorCode, tokenField } from './wire.ts';

export const API_KEYS_MAX = 10;
export const API_KEY_NAME_LENGTH_MAX = 60;
export const API_KEY_NETWORKS_MAX = 20;
/**
 * The prefix of every API key: it names the account that the key opens, and scanners of source code
 * find leaked keys by it.
 */
export const API_KEY_PREFIXES = {
  live: 'hk_live_',
  practice: 'hk_practice_',
} as const satisfies Readonly<Record<AccountKind, string>>;

export const API_SCOPES = ['read', 'trade'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

const Network = z.string().check(z.trim(), z.minLength(1), z.maxLength(43));

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** Whether the key opens the live account or the practice account. */
  environment: z.enum(ACCOUNT_KINDS),
  /** The first characters of the key, so that the customer can recognise it. */
  start: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  /** The CIDR ranges from which the key may be used; empty means any network. */
  networks: z.array(z.string()),
  created_at: Instant,
  expires_at: z.nullable(Instant),
  last_used_at: z.nullable(Instant),
  last_used_ip: z.nullable(z.string()),
  /**
   * When and from where the key was last used from a network outside its ranges. Such requests are
   * rejected.
   */
  last_refused_at: z.nullable(Instant),
  last_refused_network: z.nullable(z.string()),
  /** How many requests and connections the key was used for. */
  requests: z.int(),
  /** The latest addresses that the key was used from, the latest first. */
  addresses: z.array(z.object({ ip: z.string(), requests: z.int(), last_used_at: Instant })),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const listApiKeys = defineRoute({
  method: 'POST',
  path: '/api/accounts/apiKeys',
  summary: 'Lists the API keys of the customer, oldest first, without the secrets.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: z.array(ApiKey),
  rejections: [],
});

export const createApiKey = defineRoute({
  method: 'POST',
  path: '/api/accounts/apiKeys/create',
  summary: 'Creates an API key. Only this answer contains the key itself.',
  access: 'customer',
  rate: 'credential',
  body: z.strictObject({
    ...tokenField,
    name: PlainLine(API_KEY_NAME_LENGTH_MAX),
    /** What the key may do. A key with `trade` can read too. */
    scope: z.enum(API_SCOPES),
    /** The account that the key opens; the live one if absent. */
    environment: z.optional(z.enum(ACCOUNT_KINDS)),
    networks: z.array(Network).check(z.maxLength(API_KEY_NETWORKS_MAX)),
    /** The last day on which the key works, in UTC; without it the key does not expire. */
    until: z.optional(Day('2026-01-31')),
    code: z.optional(SecondFactorCode),
  }),
  reply: z.object({ key: z.string(), api_key: ApiKey }),
  status: 201,
  rejections: ['password-required', 'second-factor', 'code-invalid', 'too-many-api-keys'],
});

export const revokeApiKey = defineRoute({
  method: 'POST',
  path: '/api/accounts/apiKeys/revoke',
  summary: 'Revokes an API key. It stops working immediately.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({ ...tokenField, id: Id }),
  reply: z.object({}),
  rejections: ['not-found'],
});
