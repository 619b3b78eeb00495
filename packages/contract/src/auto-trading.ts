// Automatic trading: the customer's switch, what they consent to, and whether the strategy acts.
import * as z from 'zod/mini';
import { DIRECTIONS } from '@halyard/core/instrument';
import { LANGUAGES_OFFERED } from './config.ts';
import { defineRoute } from './route.ts';
import { Flag, Id, Instant, tokenField } from './wire.ts';

const VERSION_LENGTH_MAX = 32;

/**
 * Why the strategy does not act for an account: it is not offered here, switched off, the text in
 * force is not consented to, the account is not verified, the questions before the first opening
 * are not answered, or it may not open positions.
 */
export const AUTO_TRADING_OBSTACLES = [
  'not-offered',
  'switched-off',
  'consent-missing',
  'not-verified',
  'appropriateness-required',
  'account-restricted',
] as const;
export type AutoTradingObstacle = (typeof AUTO_TRADING_OBSTACLES)[number];

export const AutoTradingState = z.object({
  auto_trading: Flag,
  /** Empty: the strategy acts. */
  obstacles: z.array(z.enum(AUTO_TRADING_OBSTACLES)),
  /** The text in force. */
  consent_version: z.string(),
  /** The last that the customer consented to. */
  consent: z.nullable(z.object({ version: z.string(), accepted_at: Instant })),
});
export type AutoTradingState = z.infer<typeof AutoTradingState>;

export const setAutoTrading = defineRoute({
  method: 'POST',
  path: '/api/accounts/autoTrading',
  summary:
    'Switches automatic trading on or off. The flag is always set; the strategy acts once the consent in force is stored and the account is verified.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({
    ...tokenField,
    auto_trading: z.union([Flag, z.literal('0'), z.literal('1')]),
    consent_version: z.optional(z.string().check(z.maxLength(VERSION_LENGTH_MAX))),
  }),
  reply: AutoTradingState,
  refusals: ['consent-outdated'],
});

export const AutoTradingConsent = z.object({
  version: z.string(),
  texts: z.record(z.enum(LANGUAGES_OFFERED), z.string()),
  /** What the strategy does, which the text refers to; a paragraph each. */
  descriptions: z.record(z.enum(LANGUAGES_OFFERED), z.array(z.string())),
});
export type AutoTradingConsent = z.infer<typeof AutoTradingConsent>;

export const getAutoTradingConsent = defineRoute({
  method: 'GET',
  path: '/api/accounts/autoTrading/consent',
  summary: 'The text that a customer consents to before the strategy acts, and its version.',
  access: 'public',
  rate: 'ordinary',
  reply: AutoTradingConsent,
  refusals: [],
});

export const AUTO_TRADES_PAGE_MAX = 100;
export const AUTO_TRADES_PAGE = 50;
/** Signals that came to nothing: the latest so many are told. */
export const AUTO_UNFOLLOWED_MAX = 20;

/** A code with its figures, and both as an English sentence. */
const Reason = z.object({
  code: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  text: z.string(),
});

/** A position that the strategy opened; open ones have no close and their profit of now. */
export const AutoTrade = z.object({
  id: Id,
  symbol: z.string(),
  direction: z.enum(DIRECTIONS),
  amount: z.number(),
  leverage: z.number(),
  open_rate: z.number(),
  open_date: Instant,
  stop_lost: z.nullable(z.number()),
  take_profit: z.nullable(z.number()),
  closed_rate: z.nullable(z.number()),
  close_date: z.nullable(Instant),
  closingReason: z.nullable(z.int()),
  profit: z.nullable(z.number()),
  /** Why it was opened. */
  reason: z.nullable(Reason),
  /** Why the strategy closed it; null when something else did. */
  exit_reason: z.nullable(Reason),
});
export type AutoTrade = z.infer<typeof AutoTrade>;

/** Of everything that the strategy ever closed or let close for the account; euros. */
export const AutoTradingSummary = z.object({
  trades: z.int(),
  won: z.int(),
  lost: z.int(),
  profit: z.number(),
  /** Of the equity as it would be without these trades, in percent; null without any. */
  return_percent: z.nullable(z.number()),
  /** The largest fall of the summed profit from a peak. */
  worst_drawdown: z.number(),
  open: z.int(),
});

export const AutoTradingRecord = z.extend(AutoTradingState, {
  /** When the losses stopped it, until it is switched on again. */
  stopped_at: z.nullable(Instant),
  symbols: z.array(z.string()),
  summary: AutoTradingSummary,
  /** Newest first. */
  trades: z.array(AutoTrade),
  /** What the last closed candle of each symbol said. */
  latest: z.array(z.extend(Reason, { symbol: z.string(), candle_end: Instant })),
  /** Signals that the account did not follow, newest first. */
  unfollowed: z.array(z.extend(Reason, { symbol: z.string(), candle_end: Instant })),
});
export type AutoTradingRecord = z.infer<typeof AutoTradingRecord>;

export const getAutoTradingRecord = defineRoute({
  method: 'POST',
  path: '/api/accounts/autoTrading/record',
  summary: 'Everything that the strategy did for the account, why, and why it did not act.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject({
    ...tokenField,
    before: z.optional(Id),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(AUTO_TRADES_PAGE_MAX))),
  }),
  reply: AutoTradingRecord,
  refusals: [],
});
