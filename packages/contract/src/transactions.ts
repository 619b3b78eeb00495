// Transactions: deposits, withdrawals, bonuses and credits as the customer sees them.
import * as z from 'zod/mini';
import { defineRoute } from './route.ts';
import { Amount, Instant, RequestId, Token, tokenField, SecondFactorCode } from './wire.ts';

export const TRANSACTIONS_PAGE_MAX = 200;
export const COMMENTS_LENGTH_MAX = 1000;
const QUERY_NUMBER_PATTERN = /^[1-9]\d{0,2}$/;

/** The wire's id of each deposit method; a deposit's type has the same id. */
export const PAYMENT_METHOD_IDS = { card: 1, bank: 2, alternative: 3, titan: 9 } as const;

/** The type id of a withdrawal, and of its method. */
export const WITHDRAWAL_TYPE = 6 as const;

export const TRANSACTION_TYPES = {
  1: 'Card',
  2: 'Bank transfer',
  3: 'Alternative',
  4: 'Bonus',
  5: 'Credit',
  6: 'Withdrawal',
  7: 'Withdrawal fee',
  8: 'Withdrawal returned',
  9: 'Titan',
  10: 'Referral bonus',
  11: 'Manual deposit',
} as const;

export const TRANSACTION_STATUSES = {
  pending: 'Pending',
  processing: 'Processing',
  approved: 'Approved',
  failed: 'Failed',
  cancelled: 'Cancelled',
  'in-review': 'In review',
  rejected: 'Rejected',
} as const;

/** The tabs of the transaction list, each with its type ids. */
export const TRANSACTION_TABS = {
  deposits: [1, 2, 3, 9, 11],
  bonuses: [4, 10],
  credits: [5],
  withdrawals: [6, 7, 8],
} as const;
export type TransactionTab = keyof typeof TRANSACTION_TABS;
const TABS = ['deposits', 'bonuses', 'credits', 'withdrawals'] as const satisfies TransactionTab[];

/**
 * What a transaction waits for, as the customer sees it; each stage has a text in every language.
 */
export const TRANSACTION_STAGES = [
  'being-booked',
  'deposit-waiting-for-you',
  'deposit-waiting-for-transfer',
  'deposit-waiting-for-provider',
  'deposit-waiting-for-review',
  'deposit-credited',
  'deposit-failed',
  'deposit-cancelled',
  'deposit-rejected',
  'deposit-refunded',
  'deposit-charged-back',
  'withdrawal-waiting-for-us',
  'withdrawal-waiting-for-second',
  'withdrawal-being-paid',
  'withdrawal-paid',
  'withdrawal-cancelled',
  'withdrawal-rejected',
  'withdrawal-bounced',
  'withdrawal-returned',
  'withdrawal-fee',
  'granted',
] as const;
export type TransactionStage = (typeof TRANSACTION_STAGES)[number];

export const TransactionId = z
  .string()
  .check(z.regex(/^[DW][0-9A-Z]{18}$/, 'must be D or W and 18 characters'));

/**
 * A transaction; the amount is in euros and negative when money leaves. `method_id` is null for the
 * broker's own bookings.
 */
export const Transaction = z.object({
  transaction_id: z.string(),
  transaction_type: z.string(),
  transaction_type_id: z.int(),
  transaction_status: z.string(),
  amount: z.number(),
  created_at: Instant,
  method_id: z.nullable(z.int()),
  stage: z.enum(TRANSACTION_STAGES),
  /** The transaction that this one refunds, charges back, returns or charges a fee for. */
  original_id: z.nullable(z.string()),
});
export type Transaction = z.infer<typeof Transaction>;

const PageLimit = z.pipe(
  z.string().check(z.regex(QUERY_NUMBER_PATTERN, 'must be a whole number')),
  z.pipe(z.transform(Number), z.number().check(z.maximum(TRANSACTIONS_PAGE_MAX))),
);

const pageQuery = {
  tab: z.optional(z.enum(TABS)),
  before: z.optional(TransactionId),
  limit: z.optional(PageLimit),
};

/**
 * Lists transactions. The route accepts the session only in the header, because URLs end up in logs
 * and histories.
 */
export const listTransactions = defineRoute({
  method: 'GET',
  path: '/api/transactions/get',
  summary: 'Returns transactions, newest first, optionally of a tab and before an id.',
  access: 'customer',
  rate: 'ordinary',
  query: z.strictObject(pageQuery),
  reply: z.array(Transaction),
  rejections: [],
});

/** Lists transactions with the token in the body, for other clients of the specification. */
export const listTransactionsByToken = defineRoute({
  method: 'GET',
  path: '/api/transactions/get/{token}',
  summary: 'Like /api/transactions/get, with the session in the URL. Prefer the header.',
  access: 'customer',
  rate: 'ordinary',
  params: z.strictObject({ token: Token }),
  query: z.strictObject({ ...tokenField, ...pageQuery }),
  reply: z.array(Transaction),
  rejections: [],
});

export const WITHDRAW_METHOD = 'withdraw';
const MethodId = z.enum({ ...PAYMENT_METHOD_IDS, withdrawal: WITHDRAWAL_TYPE });
/** The id of a payment method, as a number or text; 'withdraw' or 6 for a withdrawal. */
const Method = z.union([
  MethodId,
  z.pipe(z.enum(['1', '2', '3', '6', '9']), z.pipe(z.transform(Number), MethodId)),
  z.pipe(
    z.literal(WITHDRAW_METHOD),
    z.transform((): typeof WITHDRAWAL_TYPE => WITHDRAWAL_TYPE),
  ),
]);

export const createTransaction = defineRoute({
  method: 'POST',
  path: '/api/transactions/create',
  summary: 'Requests a deposit or, with a negative amount, a withdrawal.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({
    ...tokenField,
    amount: Amount,
    method: Method,
    /** The card provider of a card deposit; optional if there is only one. */
    provider: z.optional(z.string().check(z.maxLength(32))),
    comments: z.optional(z.string().check(z.trim(), z.maxLength(COMMENTS_LENGTH_MAX))),
    requestId: z.optional(RequestId),
    /** The second-factor code, for a withdrawal. */
    code: z.optional(SecondFactorCode),
  }),
  reply: z.object({ status: z.literal('success'), transaction_id: z.string() }),
  rejections: [
    'amount-too-large',
    'amount-too-small',
    'blocked',
    'code-invalid',
    'deposit-limit',
    'deposit-unverified-maximum',
    'deposit-minimum',
    'duplicate-id',
    'email-unconfirmed',
    'method-unavailable',
    'nothing-to-withdraw',
    'password-required',
    'price-unavailable',
    'profile-incomplete',
    'second-factor',
    'self-excluded',
    'time-out',
    'too-many-transactions',
    'withdraw-maximum',
  ],
});

/** The terms of withdrawals; amounts are in euros. */
export const WithdrawalTerms = z.object({
  /** The minimum withdrawal in euros. */
  minimum: z.number(),
  /** The withdrawal fee, deducted from the requested amount. */
  fee: z.number(),
  /**
   * The sources that a withdrawal is paid back to first, in this order; the rest goes to a bank
   * account.
   */
  sources: z.array(
    z.object({ type_id: z.int(), provider: z.nullable(z.string()), amount: z.number() }),
  ),
});
export type WithdrawalTerms = z.infer<typeof WithdrawalTerms>;

export const getWithdrawalTerms = defineRoute({
  method: 'POST',
  path: '/api/transactions/withdrawalTerms',
  summary:
    'Returns the fee and minimum of a withdrawal, and which parts are paid back to which deposits.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: WithdrawalTerms,
  rejections: [],
});

/** The terms of deposits; amounts are in euros. */
export const DepositTerms = z.object({
  minimum: z.number(),
  /** The most that an unverified customer can still deposit; null after verification. */
  unverified_maximum: z.nullable(z.number()),
  /** The sum of unpaid deposits, which count towards the maximum. */
  unpaid: z.number(),
});
export type DepositTerms = z.infer<typeof DepositTerms>;

export const getDepositTerms = defineRoute({
  method: 'POST',
  path: '/api/transactions/depositTerms',
  summary: 'Returns the minimum and maximum that the customer can deposit now.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: DepositTerms,
  rejections: [],
});

export const cancelTransaction = defineRoute({
  method: 'POST',
  path: '/api/transactions/cancel',
  summary: 'Cancels a pending withdrawal, or a deposit that is not paid yet.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject({ ...tokenField, transaction_id: TransactionId }),
  reply: z.object({ status: z.literal('success'), transaction_id: z.string() }),
  rejections: ['not-found', 'transaction-stage'],
});
