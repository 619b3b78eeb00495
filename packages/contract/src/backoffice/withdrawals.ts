// Withdrawals. Large ones need the approval of two different people.
import * as z from 'zod/mini';
import { TRANSACTION_TYPES, TransactionId } from '../transactions.ts';
import { DOCUMENT_KINDS } from '../documents.ts';
import { Position } from '../trading.ts';
import { Instant, PlainLine } from '../wire.ts';
import { defineResource, field } from './resource.ts';
import { APPROVAL_REJECTIONS, Waiting } from './approvals.ts';
import { DOCUMENT_STATUSES } from './documents.ts';
import { allow } from './roles.ts';
import {
  MoneySource,
  READ_MONEY,
  READ_ORIGIN,
  transactionDetail,
  transactionFilters,
  transactionRow,
} from './transaction-fields.ts';

/** The maximum length of a payment reference: the longest text that a SEPA transfer carries. */
const REFERENCE_LENGTH_MAX = 140;
const DECIDE = allow('finance');

/**
 * Why a payout is not covered: open positions have lost too much, could do so while their markets
 * are closed, or have no price; or a deposit or loss of the customer waits for a decision.
 */
const NOT_COVERED = [
  'withdrawal-not-covered',
  'price-unavailable',
  'return-reported',
  'shortfall-open',
] as const;

export const WITHDRAWAL_QUEUES = ['to-approve', 'to-pay'] as const;

/** The type of a withdrawal that a customer requested. Fees and returns have other types. */
const REQUESTED = [TRANSACTION_TYPES[6]];
/**
 * The fields that the confirmation dialog repeats: the amount, the destination and the customer.
 */
const PAYMENT = ['amount', 'pay_to', 'customer_name', 'email'] as const;

/** Account changes after which staff should examine a payout, by their names in the audit log. */
export const RECENT_CHANGES = [
  'set-password',
  'password-reset',
  'second-factor-on',
  'second-factor-off',
  'passkey-add',
  'passkey-remove',
  'recovery-codes',
  'auto-login-link',
  'profile',
] as const;
export const RECENT_CHANGE_DAYS = 30;

/** What staff must decide first, because it may end in less money on the account. */
export const WITHDRAWAL_STOPS = ['return-reported', 'shortfall-open'] as const;

const RecentChange = z.object({
  at: Instant,
  change: z.enum(RECENT_CHANGES),
  /** Who made the change: the customer, or a member of staff. */
  actor: z.string(),
});
const DocumentStanding = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  status: z.enum(DOCUMENT_STATUSES),
});
const Destination = z.object({
  /** How many other withdrawals of the customer were paid to the same destination. */
  paid: z.int(),
  /** When the customer first requested a payout to this destination. */
  first_requested_at: Instant,
});
const { id: positionId, symbol, direction, amount, leverage, profit } = Position.shape;
const HeldPosition = z.object({
  position_id: positionId,
  symbol,
  direction,
  amount,
  leverage,
  profit,
});
const GivenApproval = z.object({
  by: z.string(),
  at: Instant,
  reason: z.nullable(z.string()),
});

const decision = {
  roles: DECIDE,
  on: 'one',
  repeats: PAYMENT,
  input: {},
  reply: {
    status: transactionRow.status.schema,
    approved_by: z.nullable(z.string()),
    waiting: Waiting,
  },
} as const;

export const withdrawals = defineResource({
  name: 'withdrawals',
  title: 'Withdrawals',
  one: 'Withdrawal',
  group: 'money',
  header: [
    'id',
    'customer_id',
    'email',
    'status',
    'amount',
    'pay_to',
    'customer_name',
    'verified',
    'email_confirmed',
    'profile_complete',
    'document_states',
    'destination',
    'recent_changes',
    'open_positions',
    'approvals_given',
    'may_approve',
    'stopped_by',
    'cash_left',
    'owed',
    'sources',
  ],
  brief: ['status', 'amount'],
  folded: ['customer_id', 'provider', 'provider_reference', 'original_id', 'stage'],
  queues: [
    { name: 'to-approve', text: 'to approve', filter: { queue: 'to-approve' }, urgency: 1 },
    { name: 'to-pay', text: 'to pay', filter: { queue: 'to-pay' }, urgency: 1 },
  ],
  id: TransactionId,
  read: READ_MONEY,
  row: {
    ...transactionRow,
    /** The people who approved the withdrawal, comma-separated; or the first of two. */
    approved_by: field(z.nullable(z.string()), READ_MONEY),
  },
  detail: {
    ...transactionDetail,
    /** The payout destination in the customer's own words. */
    pay_to: field(z.nullable(z.string()), READ_ORIGIN),
    customer_name: field(z.string(), READ_MONEY),
    verified: field(z.boolean(), READ_MONEY),
    email_confirmed: field(z.boolean(), READ_ORIGIN),
    profile_complete: field(z.boolean(), READ_ORIGIN),
    /** The state of the latest upload of each kind of document. */
    document_states: field(z.array(DocumentStanding), READ_ORIGIN),
    destination: field(Destination, READ_ORIGIN),
    /** Changes of credentials and profile within the last 30 days, the newest first. */
    recent_changes: field(z.array(RecentChange), READ_ORIGIN),
    open_positions: field(z.array(HeldPosition), READ_ORIGIN),
    /** The people who have approved this withdrawal, in order. */
    approvals_given: field(z.array(GivenApproval), READ_ORIGIN),
    /**
     * Whether the reader's approval would count: false for the member who gave the first one, and
     * once the withdrawal no longer waits for an approval.
     */
    may_approve: field(z.boolean(), READ_MONEY),
    /** Null if nothing stops the customer's withdrawals. */
    stopped_by: field(z.nullable(z.enum(WITHDRAWAL_STOPS)), READ_ORIGIN),
    cash_left: field(z.number(), READ_ORIGIN),
    owed: field(z.number(), READ_ORIGIN),
    sources: field(z.array(MoneySource), READ_ORIGIN),
  },
  search: ['id', 'email'],
  filters: {
    ...transactionFilters,
    /**
     * Filters by what the withdrawal waits for: the first approval, the second approval, or the
     * payout after approval.
     */
    queue: { schema: z.enum(WITHDRAWAL_QUEUES), fields: ['status', 'type'] },
  },
  sorts: ['created_at'],
  order: 'desc',
  export: allow('compliance', 'finance'),
  actions: {
    approve: {
      ...decision,
      isPrimary: true,
      when: [{ status: ['pending'], type: REQUESTED, may_approve: [true], stopped_by: 'empty' }],
      summary:
        'Approves a withdrawal; above the limit for the customer within 24 hours a second person must do so too.',
      rejections: ['transaction-stage', ...APPROVAL_REJECTIONS, ...NOT_COVERED],
    },
    pay: {
      ...decision,
      label: 'Mark as paid',
      isPrimary: true,
      when: [{ status: ['processing'], type: REQUESTED, stopped_by: 'empty' }],
      summary: 'Marks an approved withdrawal as paid, if the account still covers it.',
      /** The input of the action: the bank's reference of the payout. */
      input: { reference: PlainLine(REFERENCE_LENGTH_MAX) },
      rejections: ['transaction-stage', ...NOT_COVERED],
    },
    reject: {
      ...decision,
      when: [{ status: ['pending', 'processing'], type: REQUESTED }],
      summary: 'Cancels an unpaid withdrawal and releases its funds to the customer.',
      rejections: ['transaction-stage'],
    },
    bounce: {
      ...decision,
      label: 'Book a return',
      when: [{ status: ['approved'], type: REQUESTED }],
      summary:
        'Credits a paid withdrawal that the bank returned. Above the limit for the customer within 24 hours a second person must do so too.',
      rejections: ['transaction-stage', ...APPROVAL_REJECTIONS],
    },
  },
});
