// Symbols: their terms, and whether they trade now.
import {
  CATEGORIES,
  LEVERAGES,
  LIMIT_AMOUNT_MAX_CENTS,
  LIMIT_AMOUNT_MIN_CENTS,
  SPLIT_UNITS_MAX,
  SYMBOL_STATES,
} from '@halyard/core/instrument';
import * as z from 'zod/mini';
import { Amount, AssetSymbol, Instant, PlainLine, RequestId } from '../wire.ts';
import { defineResource, field } from './resource.ts';
import { APPROVAL_REJECTIONS, Waiting } from './approvals.ts';
import { allow } from './roles.ts';

const READ = allow('support', 'finance', 'dealing');
export const REJECTIONS_SHOWN_MAX = 50;

/**
 * The largest extra spread: less than half of the 3.3 % stop-out distance at leverage 30, so that
 * no position is stopped out by its own spread.
 */
export const SPREAD_PERCENT_MAX = 1.5;
export const HOURS_LINES_MAX = 21;
const HOURS_LINE_LENGTH_MAX = 40;
const LEVERAGE_LAST = Math.max(...LEVERAGES);

/**
 * A spread as a percentage of the price. As for all terms, null or the catalogue's own value makes
 * the symbol follow the catalogue.
 */
const SpreadPercent = z.nullable(
  z.number().check(
    z.minimum(0),
    z.maximum(SPREAD_PERCENT_MAX),
    z.refine((value) => /^\d(\.\d{1,4})?$/.test(String(value)), 'has at most four decimals'),
  ),
);
const LimitAmount = z.nullable(
  Amount.check(
    z.refine(
      (value) =>
        Number(value) * 100 >= LIMIT_AMOUNT_MIN_CENTS &&
        Number(value) * 100 <= LIMIT_AMOUNT_MAX_CENTS,
      `must be from ${LIMIT_AMOUNT_MIN_CENTS / 100} to ${LIMIT_AMOUNT_MAX_CENTS / 100}`,
    ),
  ),
);

const SplitUnits = z.int().check(z.minimum(1), z.maximum(SPLIT_UNITS_MAX));
/** A dividend per unit, in the currency of the price. */
const Dividend = z
  .union([z.number(), z.string()])
  .check(
    z.refine(
      (value) => /^\d{1,6}(\.\d{1,6})?$/.test(String(value)) && Number(value) > 0,
      'must be above zero, with at most six decimals',
    ),
  );
const Adjusted = {
  positions: z.int(),
  /** The total of a dividend credited to customers; negative if debited. */
  amount: z.number(),
};

const Rejection = z.object({
  at: Instant,
  source: z.string(),
  reason: z.string(),
  /** The evidence of a rejected quote: the quote, or what the vendor sent instead. */
  evidence: z.string(),
});
const AuditedAction = z.object({ by: z.string(), reason: z.string(), at: Instant });

export const symbols = defineResource({
  name: 'symbols',
  title: 'Symbols',
  one: 'Symbol',
  group: 'dealing',
  heading: ['name'],
  brief: ['state', 'sell', 'buy'],
  folded: ['session_open', 'next_open', 'next_close', 'source'],
  id: AssetSymbol,
  read: READ,
  row: {
    id: field(AssetSymbol, READ),
    name: field(z.string(), READ),
    category: field(z.enum(CATEGORIES), READ),
    state: field(z.enum(SYMBOL_STATES), READ),
    session_open: field(z.boolean(), READ),
    next_open: field(z.nullable(Instant), READ),
    next_close: field(z.nullable(Instant), READ),
    sell: field(z.nullable(z.number()), READ),
    buy: field(z.nullable(z.number()), READ),
    /** The symbol's current spread in percent of the mid price. */
    spread_percent: field(z.nullable(z.number()), READ),
    source: field(z.nullable(z.string()), READ),
    quote_age_ms: field(z.nullable(z.int()), READ),
    /** The number of quotes that the filter rejected since the start. */
    rejected: field(z.int(), READ),
    /** Whether the operator or staff halted the symbol. */
    halted: field(z.boolean(), READ),
  },
  detail: {
    halt: field(z.nullable(AuditedAction), READ),
    /** What the broker adds to the source's spread, in percent of the price. */
    extra_spread_percent: field(z.number(), READ),
    /** The minimum spread. */
    least_spread_percent: field(z.number(), READ),
    least_amount: field(z.number(), READ),
    greatest_amount: field(z.number(), READ),
    /** The symbol's maximum leverage for everyone; the regime's limit applies as well. */
    greatest_leverage: field(z.int(), READ),
    /** The symbol's trading hours, in the time zone below; the market's holidays apply as well. */
    hours: field(z.array(z.string()), READ),
    time_zone: field(z.string(), READ),
    /** Who set the symbol's terms, when and why; null while all terms are the catalogue's. */
    terms_set: field(z.nullable(AuditedAction), READ),
    rejections: field(z.array(Rejection), allow('dealing')),
  },
  search: ['id'],
  filters: {
    state: { schema: z.enum(SYMBOL_STATES), fields: ['state'] },
    category: { schema: z.enum(CATEGORIES), fields: ['category'] },
  },
  sorts: ['id'],
  order: 'asc',
  export: allow('dealing'),
  actions: {
    halt: {
      when: [{ halted: [false] }],
      undo: 'resume',
      summary: 'Halts all trading of a symbol until it is resumed, also across restarts.',
      roles: allow('dealing'),
      on: 'one',
      many: true,
      input: {},
      reply: { state: z.enum(SYMBOL_STATES), changed: z.boolean() },
      rejections: [],
    },
    resume: {
      when: [{ halted: [true] }],
      undo: 'halt',
      summary: 'Ends a manual halt. A symbol that is also halted for another reason stays halted.',
      roles: allow('dealing'),
      on: 'one',
      input: {},
      reply: { state: z.enum(SYMBOL_STATES), changed: z.boolean() },
      rejections: ['split-not-quoted'],
    },
    split: {
      label: 'Book a split',
      when: [{ halted: [true] }],
      summary:
        'Adjusts the rates of all open positions of a halted symbol by a split, at most once with a request id. Until it is resumed none of its quotes is taken: resume it when its source quotes the new price.',
      roles: allow('dealing'),
      on: 'one',
      input: { new_units: SplitUnits, old_units: SplitUnits, request_id: RequestId },
      reply: { ...Adjusted, waiting: Waiting },
      rejections: [
        ...APPROVAL_REJECTIONS,
        'adjustment-impossible',
        'duplicate-id',
        'not-halted',
        'price-unavailable',
        'too-many-positions',
      ],
    },
    dividend: {
      label: 'Book a dividend',
      when: [{ state: ['stale', 'closed', 'halted', 'none'] }],
      summary:
        'Credits every open buy of a symbol that does not trade with a dividend and debits every open sell, at most once with a request id: units are amount × leverage ÷ opening rate.',
      roles: allow('dealing'),
      on: 'one',
      input: { dividend_rate: Dividend, request_id: RequestId },
      reply: { ...Adjusted, waiting: Waiting },
      rejections: [
        ...APPROVAL_REJECTIONS,
        'adjustment-impossible',
        'duplicate-id',
        'not-halted',
        'price-unavailable',
        'too-many-positions',
      ],
    },
    'set-terms': {
      undo: 'set-terms',
      summary:
        'Sets spread, limits and trading hours. Open positions keep rate, levels and leverage, but are valued at the new spread. Empty fields use the catalogue’s values.',
      roles: allow('dealing'),
      on: 'one',
      input: {
        extra_spread_percent: SpreadPercent,
        least_spread_percent: SpreadPercent,
        least_amount: LimitAmount,
        greatest_amount: LimitAmount,
        greatest_leverage: z.nullable(z.int().check(z.minimum(1), z.maximum(LEVERAGE_LAST))),
        /**
         * New trading hours: lines such as 'Mon-Fri 09:30-16:00', or 'always'; empty restores the
         * market's hours.
         */
        hours: z.array(PlainLine(HOURS_LINE_LENGTH_MAX)).check(z.maxLength(HOURS_LINES_MAX)),
      },
      reply: { changed: z.boolean() },
      rejections: [],
    },
  },
});
