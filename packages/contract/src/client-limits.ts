// Client limits: deposit and loss limits, time-out and self-exclusion. A stricter limit applies at
// once, a looser one after a day, and a self-exclusion is never shortened.
import * as z from 'zod/mini';
import { defineRoute } from './route.ts';
import { Amount, Instant, tokenField } from './wire.ts';

export const LIMIT_KINDS = ['deposit', 'loss'] as const;
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export const EXCLUSION_KINDS = ['time-out', 'self-exclusion'] as const;
export const TIME_OUT_DAYS_MAX = 42;
export const SELF_EXCLUSION_MONTHS_MIN = 6;
export const SELF_EXCLUSION_MONTHS_MAX = 60;
export const RAISE_WAITS_HOURS = 24;

const LimitKind = z.enum(LIMIT_KINDS);
export type LimitKind = z.infer<typeof LimitKind>;
const LimitPeriod = z.enum(LIMIT_PERIODS);
export type LimitPeriod = z.infer<typeof LimitPeriod>;
const ExclusionKind = z.enum(EXCLUSION_KINDS);
export type ExclusionKind = z.infer<typeof ExclusionKind>;

const OwnLimit = z.object({
  kind: LimitKind,
  period: LimitPeriod,
  /** The limit in euros; null: no limit. */
  amount: z.nullable(z.number()),
  /** The amount used in the current period: deposited, or lost net of gains. */
  used: z.number(),
  /** When the current period ends. Periods are UTC calendar periods; weeks begin on Monday. */
  resets_at: Instant,
  next: z.nullable(z.object({ amount: z.nullable(z.number()), at: Instant })),
});

export const Safeguards = z.object({
  /** The customer's limits for each kind and period, including those without an amount. */
  limits: z.array(OwnLimit),
  /** The self-exclusion in force. `ends_at` null: permanent. */
  exclusion: z.nullable(
    z.object({ kind: ExclusionKind, begun_at: Instant, ends_at: z.nullable(Instant) }),
  ),
});
export type Safeguards = z.infer<typeof Safeguards>;

const common = { method: 'POST', access: 'customer', rate: 'ordinary', reply: Safeguards } as const;

export const getSafeguards = defineRoute({
  ...common,
  path: '/api/accounts/safeguards',
  reads: true,
  summary: 'The customer’s own limits and exclusion.',
  body: z.strictObject(tokenField),
  rejections: [],
});

export const setLimit = defineRoute({
  ...common,
  path: '/api/accounts/safeguards/limit',
  summary: 'Sets a limit: a lower one at once, a higher one or none after 24 hours.',
  body: z.strictObject({
    ...tokenField,
    kind: LimitKind,
    period: LimitPeriod,
    amount: z.nullable(Amount),
  }),
  rejections: [],
});

export const keepLimit = defineRoute({
  ...common,
  path: '/api/accounts/safeguards/limit/keep',
  summary: 'Cancels a pending change of a limit.',
  body: z.strictObject({ ...tokenField, kind: LimitKind, period: LimitPeriod }),
  rejections: [],
});

export const takeTimeOut = defineRoute({
  ...common,
  path: '/api/accounts/safeguards/timeOut',
  summary:
    'Starts a time-out: no openings and no deposits for some days. It can be extended, never shortened.',
  body: z.strictObject({
    ...tokenField,
    days: z.int().check(z.gte(1), z.lte(TIME_OUT_DAYS_MAX)),
  }),
  rejections: ['exclusion-stands'],
});

export const excludeOneself = defineRoute({
  ...common,
  path: '/api/accounts/safeguards/selfExclusion',
  summary:
    'Starts a self-exclusion: no openings and no deposits for months, or permanently. It can be extended, never shortened. ' +
    'For ever (months null) the password must have been proved within 15 minutes, and the second ' +
    'factor where one is on.',
  body: z.strictObject({
    ...tokenField,
    months: z.nullable(
      z.int().check(z.gte(SELF_EXCLUSION_MONTHS_MIN), z.lte(SELF_EXCLUSION_MONTHS_MAX)),
    ),
  }),
  rejections: ['exclusion-stands', 'password-required', 'second-factor', 'session-ended'],
});
