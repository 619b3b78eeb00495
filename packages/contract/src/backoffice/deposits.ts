// Deposits, and bonuses and credits that the broker books.
import * as z from 'zod/mini';
import { PROVIDER_IDS } from '../providers.ts';
import { TRANSACTION_TYPES, TransactionId } from '../transactions.ts';
import { Amount, Id, Instant } from '../wire.ts';
import { defineResource, field } from './resource.ts';
import { APPROVAL_REJECTIONS, Waiting } from './approvals.ts';
import { allow } from './roles.ts';
import {
  READ_MONEY,
  transactionDetail,
  transactionFilters,
  transactionRow,
} from './transaction-fields.ts';

const DECIDE = allow('finance');

export const DEPOSIT_QUEUES = ['to-review', 'to-confirm'] as const;
export const RETURNS = ['refunded', 'charged-back'] as const;
export const GRANT_KINDS = ['manual-deposit', 'bonus', 'referral-bonus', 'credit'] as const;

/** The types of money that arrives at the operator's own bank account. */
const { 2: BANK, 3: ALTERNATIVE, 9: TITAN } = TRANSACTION_TYPES;
const CONFIRMED_BY_STAFF = [BANK, ALTERNATIVE, TITAN];
/** The fields that the confirmation dialog repeats. */
const DEPOSIT = ['amount', 'requested', 'type', 'email'] as const;
const Became = { status: transactionRow.status.schema, amount: z.number() };

export const deposits = defineResource({
  name: 'deposits',
  title: 'Deposits and credits',
  one: 'Deposit',
  group: 'money',
  brief: ['status', 'amount'],
  folded: ['customer_id', 'provider_reference', 'original_id', 'stage'],
  queues: [
    { name: 'to-review', text: 'to review', filter: { queue: 'to-review' }, urgency: 1 },
    { name: 'to-confirm', text: 'to confirm', filter: { queue: 'to-confirm' }, urgency: 1 },
  ],
  id: TransactionId,
  read: READ_MONEY,
  row: {
    ...transactionRow,
    /** Why the deposit needs a person. */
    review: field(z.nullable(z.string()), READ_MONEY),
  },
  detail: {
    ...transactionDetail,
    /**
     * The refund or charge-back that the provider reported and has not confirmed; null if there is
     * none, or nothing of the deposit is left.
     */
    reported_return: field(
      z.nullable(z.object({ outcome: z.enum(RETURNS), amount: z.number(), claimed_at: Instant })),
      READ_MONEY,
    ),
  },
  search: ['id', 'email', 'provider_reference'],
  filters: {
    ...transactionFilters,
    /**
     * Filters by why deposits wait for a person: in review, marked for a check, or waiting for
     * staff to confirm the money at the bank.
     */
    queue: { schema: z.enum(DEPOSIT_QUEUES), fields: ['status', 'review', 'type'] },
    provider: { schema: z.enum(PROVIDER_IDS), fields: ['provider'] },
  },
  sorts: ['created_at'],
  order: 'desc',
  export: allow('compliance', 'finance'),
  actions: {
    confirm: {
      isPrimary: true,
      when: [
        { status: ['pending', 'processing'], type: CONFIRMED_BY_STAFF },
        { status: ['in-review'] },
      ],
      repeats: DEPOSIT,
      summary:
        'Credits what was received: of a transfer that waits, or of what is in review. Done again it is refused. Above the limit for the customer within 24 hours a second person must confirm the same amount.',
      roles: DECIDE,
      on: 'one',
      input: { received: Amount },
      reply: { ...Became, waiting: Waiting },
      rejections: ['duplicate-id', 'transaction-stage', ...APPROVAL_REJECTIONS],
    },
    review: {
      label: 'Put in review',
      when: [{ status: ['pending', 'processing'] }],
      repeats: DEPOSIT,
      summary: 'Puts a deposit that is not credited in review, for a person to check.',
      roles: allow('compliance', 'finance'),
      on: 'one',
      input: {},
      reply: Became,
      rejections: ['transaction-stage'],
    },
    clear: {
      label: 'Clear the mark',
      when: [{ review: 'set', status: ['approved'] }],
      repeats: [...DEPOSIT, 'review'],
      summary:
        'Removes the mark from a credited deposit that needed a check. Where the provider reported a return above the limit for the customer within 24 hours a second person must do so too.',
      roles: allow('compliance', 'finance'),
      on: 'one',
      input: {},
      reply: { ...Became, waiting: Waiting },
      rejections: ['duplicate-id', 'transaction-stage', ...APPROVAL_REJECTIONS],
    },
    'book-return': {
      label: 'Book a return',
      when: [{ review: 'set', status: ['approved'], reported_return: 'set' }],
      repeats: [...DEPOSIT, 'review', 'reported_return'],
      summary:
        'Books the refund or charge-back that the provider reported and its status query does not confirm, over what is left of the deposit. Above the limit for the customer within 24 hours a second person must do so too.',
      roles: DECIDE,
      on: 'one',
      input: {},
      reply: { ...Became, waiting: Waiting },
      rejections: ['duplicate-id', 'transaction-stage', ...APPROVAL_REJECTIONS],
    },
    reject: {
      when: [{ status: ['pending', 'processing', 'in-review'] }],
      repeats: DEPOSIT,
      summary: 'Cancels a deposit that is not credited.',
      roles: DECIDE,
      on: 'one',
      input: {},
      reply: Became,
      rejections: ['transaction-stage'],
    },
    grant: {
      label: 'Book a grant',
      summary:
        'Books a manual deposit, a bonus or a credit. With the id of an earlier attempt it is booked only once. Above the limit for the customer within 24 hours a second person must approve it. A customer who is not verified gets no bonus or credit, and a manual deposit above what they may deposit only from two people.',
      roles: DECIDE,
      on: 'all',
      input: {
        customer_id: Id,
        kind: z.enum(GRANT_KINDS),
        amount: Amount,
        transaction_id: z.optional(TransactionId),
      },
      reply: { transaction_id: TransactionId, waiting: Waiting },
      rejections: [
        ...APPROVAL_REJECTIONS,
        'account-closed',
        'amount-too-large',
        'duplicate-id',
        'not-found',
        'not-verified',
      ],
    },
  },
});
