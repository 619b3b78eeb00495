// The fields that deposits and withdrawals share.
import * as z from 'zod/mini';
import { TRANSACTION_STAGES, TransactionId, type TRANSACTION_STATUSES } from '../transactions.ts';
import { Id, Instant } from '../wire.ts';
import { field, PathId, QueryDay } from './resource.ts';
import { allow } from './roles.ts';

export const READ_MONEY = allow('support', 'compliance', 'finance');
/** The roles that can read where the money came from and where it goes. */
export const READ_ORIGIN = allow('compliance', 'finance');

const STATUSES = [
  'pending',
  'processing',
  'approved',
  'failed',
  'cancelled',
  'in-review',
  'rejected',
] as const satisfies readonly (keyof typeof TRANSACTION_STATUSES)[];
const Status = z.enum(STATUSES);

export const StageEntry = z.object({
  at: Instant,
  stage: z.enum(TRANSACTION_STAGES),
  actor: z.string(),
  note: z.nullable(z.string()),
  /** The evidence of the payment, without secrets. */
  evidence: z.nullable(z.record(z.string(), z.unknown())),
});

/** A customer's approved transactions by type and provider, with their sum. */
export const MoneySource = z.object({
  type: z.string(),
  provider: z.nullable(z.string()),
  count: z.int(),
  total: z.number(),
});

/** The fields of a transaction row. Amounts are in euros, negative when money leaves. */
export const transactionRow = {
  id: field(TransactionId, READ_MONEY),
  customer_id: field(Id, READ_MONEY),
  email: field(z.string(), READ_MONEY),
  type: field(z.string(), READ_MONEY),
  status: field(Status, READ_MONEY),
  stage: field(z.enum(TRANSACTION_STAGES), READ_MONEY),
  amount: field(z.number(), READ_MONEY),
  provider: field(z.nullable(z.string()), READ_MONEY),
  provider_reference: field(z.nullable(z.string()), READ_MONEY),
  /** The transaction that this one refunds, charges back, returns or charges a fee for. */
  original_id: field(z.nullable(TransactionId), READ_MONEY),
  created_at: field(Instant, READ_MONEY),
};

export const transactionDetail = {
  /**
   * The requested amount. The booked one can differ: staff may have confirmed another amount, or a
   * fee was deducted.
   */
  requested: field(z.number(), READ_MONEY),
  settled_at: field(z.nullable(Instant), READ_MONEY),
  stages: field(z.array(StageEntry), READ_MONEY),
};

export const transactionFilters = {
  status: { schema: Status, fields: ['status'] },
  customer: { schema: PathId, fields: ['customer_id'] },
  from: { schema: QueryDay, fields: ['created_at'] },
  /** The last day of the period, inclusive. */
  until: { schema: QueryDay, fields: ['created_at'] },
} as const;
