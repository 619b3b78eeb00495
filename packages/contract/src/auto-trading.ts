// Automatic trading: the customer's switch, their consent, and whether the strategy acts.
import * as z from 'zod/mini';
import { DIRECTIONS } from '@halyard/core/instrument';
import { LANGUAGES_OFFERED } from './config.ts';
import { defineRoute } from './route.ts';
import { Flag, Id, Instant, tokenField } from './wire.ts';

const VERSION_LENGTH_MAX = 32;

/**
 * Why the strategy does not act for an account: it is not offered here, is switched off, lacks the
 * consent in force, or the account is not verified, has not passed the appropriateness test, or
 * can't open positions.
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
  /** Why the strategy does not act; empty when it acts. */
  obstacles: z.array(z.enum(AUTO_TRADING_OBSTACLES)),
  /** The version of the consent text in force. */
  consent_version: z.string(),
  /** The version that the customer last consented to. */
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
  rejections: ['consent-outdated'],
});

export const AutoTradingConsent = z.object({
  version: z.string(),
  texts: z.record(z.enum(LANGUAGES_OFFERED), z.string()),
  /** A description of the strategy that the consent refers to, by paragraph. */
  descriptions: z.record(z.enum(LANGUAGES_OFFERED), z.array(z.string())),
});
export type AutoTradingConsent = z.infer<typeof AutoTradingConsent>;

export const getAutoTradingConsent = defineRoute({
  method: 'GET',
  path: '/api/accounts/autoTrading/consent',
  summary: 'Returns the consent text of automatic trading and its version.',
  access: 'public',
  rate: 'ordinary',
  reply: AutoTradingConsent,
  rejections: [],
});

export const AUTO_TRADES_PAGE_MAX = 100;
export const AUTO_TRADES_PAGE = 50;
/** The number of signals without a trade that are returned, newest first. */
export const AUTO_UNFOLLOWED_MAX = 20;

/** A reason as a code with its figures, and as an English sentence. */
const Reason = z.object({
  code: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  text: z.string(),
});

/**
 * A position that the strategy opened. While it is open, the close is absent and the profit is the
 * current one.
 */
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
  /** Why the strategy opened the position. */
  reason: z.nullable(Reason),
  /** Why the strategy closed it; null if something else did. */
  exit_reason: z.nullable(Reason),
});
export type AutoTrade = z.infer<typeof AutoTrade>;

/** Totals in euros of the strategy's closed positions on the account. */
export const AutoTradingSummary = z.object({
  trades: z.int(),
  won: z.int(),
  lost: z.int(),
  profit: z.number(),
  /** The return in percent of the equity without these trades; null if there are none. */
  return_percent: z.nullable(z.number()),
  /** The largest fall of the cumulative profit from a peak. */
  worst_drawdown: z.number(),
  open: z.int(),
});

export const AutoTradingRecord = z.extend(AutoTradingState, {
  /**
   * When losses stopped the strategy; null if they did not. It stays stopped until the customer
   * switches it on again.
   */
  stopped_at: z.nullable(Instant),
  symbols: z.array(z.string()),
  summary: AutoTradingSummary,
  /** The strategy's trades, newest first. */
  trades: z.array(AutoTrade),
  /** The evaluation of each symbol's last closed candle. */
  latest: z.array(z.extend(Reason, { symbol: z.string(), candle_end: Instant })),
  /** Signals that the strategy did not follow for the account, newest first. */
  unfollowed: z.array(z.extend(Reason, { symbol: z.string(), candle_end: Instant })),
});
export type AutoTradingRecord = z.infer<typeof AutoTradingRecord>;

export const getAutoTradingRecord = defineRoute({
  method: 'POST',
  path: '/api/accounts/autoTrading/record',
  summary:
    'Returns everything that the strategy did for the account, and why it did or did not act.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject({
    ...tokenField,
    before: z.optional(Id),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(AUTO_TRADES_PAGE_MAX))),
  }),
  reply: AutoTradingRecord,
  rejections: [],
});
