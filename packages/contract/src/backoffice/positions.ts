// Open and closed positions of all customers.
import { DIRECTIONS, SYMBOL_STATES } from '@halyard/core/instrument';
import { CLOSING_REASONS } from '@halyard/core/position';
import * as z from 'zod/mini';
import { Amount, AssetSymbol, Id, Instant, RequestId } from '../wire.ts';
import { defineResource, field, PathId } from './resource.ts';
import { APPROVAL_REJECTIONS, Waiting } from './approvals.ts';
import { ACCOUNT_STATES } from './customers.ts';
import { allow } from './roles.ts';

const READ = allow('support', 'compliance', 'finance', 'dealing');
export const POSITION_STATES = ['open', 'closed'] as const;

/** A fill's quote and its source. */
const FillQuote = z.object({
  sell: z.number(),
  buy: z.number(),
  source: z.string(),
  received_at: Instant,
});
/** A correcting journal entry of a position. The fill itself never changes. */
const Correction = z.object({ posting_id: Id, amount: z.number(), posted_at: Instant });

export const positions = defineResource({
  name: 'positions',
  title: 'Positions',
  one: 'Position',
  group: 'dealing',
  heading: ['direction', 'symbol'],
  brief: ['symbol', 'direction', 'amount'],
  folded: ['closed_rate', 'closed_by_broker', 'automatic', 'protected'],
  id: PathId,
  read: READ,
  row: {
    id: field(Id, READ),
    customer_id: field(Id, READ),
    symbol: field(z.string(), READ),
    state: field(z.enum(POSITION_STATES), READ),
    direction: field(z.enum(DIRECTIONS), READ),
    amount: field(z.number(), READ),
    leverage: field(z.number(), READ),
    open_rate: field(z.number(), READ),
    opened_at: field(Instant, READ),
    closed_rate: field(z.nullable(z.number()), READ),
    closed_at: field(z.nullable(Instant), READ),
    /** The realised profit; only set for a closed position. */
    profit: field(z.nullable(z.number()), READ),
    closing_reason: field(z.nullable(z.enum(CLOSING_REASONS)), READ),
    /** Whether staff closed the position. */
    closed_by_broker: field(z.boolean(), READ),
    automatic: field(z.boolean(), READ),
    protected: field(z.boolean(), READ),
  },
  detail: {
    stop_lost: field(z.nullable(z.number()), READ),
    take_profit: field(z.nullable(z.number()), READ),
    trailing_distance: field(z.nullable(z.number()), READ),
    /** The level of the trailing stop now, or at the close. */
    trailing_stop: field(z.nullable(z.number()), READ),
    termination_rate: field(z.number(), READ),
    /**
     * The price that the customer saw when opening; null if the client sent none or the customer
     * did not act.
     */
    open_seen_rate: field(z.nullable(z.number()), READ),
    open_quote: field(FillQuote, READ),
    closed_seen_rate: field(z.nullable(z.number()), READ),
    close_quote: field(z.nullable(FillQuote), READ),
    /** Whether the symbol trades now: a position is closed at a live quote only. */
    symbol_state: field(z.enum(SYMBOL_STATES), READ),
    /** The customer's account: a closed one takes no correction. */
    account_state: field(z.enum(ACCOUNT_STATES), READ),
    corrections: field(z.array(Correction), READ),
  },
  search: ['id'],
  filters: {
    customer: { schema: PathId, fields: ['customer_id'] },
    symbol: { schema: AssetSymbol, fields: ['symbol'] },
    state: { schema: z.enum(POSITION_STATES), fields: ['state'] },
    closing_reason: { schema: z.enum(CLOSING_REASONS), fields: ['closing_reason'] },
  },
  sorts: ['id'],
  order: 'desc',
  export: allow('finance', 'dealing'),
  actions: {
    close: {
      when: [{ state: ['open'], symbol_state: ['live'] }],
      repeats: ['customer_id', 'symbol', 'direction', 'amount', 'leverage'],
      summary:
        'Closes an open position at the market. The customer is notified, and the history says that the broker closed it.',
      roles: allow('dealing'),
      on: 'one',
      input: {},
      reply: { closed_rate: z.number(), profit: z.number() },
      rejections: ['position-price-unavailable'],
    },
    correct: {
      when: [{ account_state: ['open', 'closing'] }],
      repeats: ['customer_id', 'symbol', 'direction', 'profit'],
      summary:
        'Books a correction of a wrong fill, negative to debit the customer; at most once per request id.',
      roles: allow('finance'),
      on: 'one',
      input: { amount: Amount, request_id: RequestId },
      reply: { waiting: Waiting },
      rejections: [
        ...APPROVAL_REJECTIONS,
        'account-closed',
        'amount-too-large',
        'duplicate-id',
        'price-unavailable',
      ],
    },
  },
});
