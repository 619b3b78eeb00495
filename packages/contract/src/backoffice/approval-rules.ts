// Who must approve an action of staff, as one table: it is enforced, shown in the back office and
// printed in docs/operate/staff-permissions.md.
import * as z from 'zod/mini';
import { defineRoute } from '../route.ts';
import { APPROVAL_ACTIONS, type ApprovalAction } from './desk/approval-actions.ts';
import { allow, ROLES, type Role } from './roles.ts';

/** The setting that holds the limit in euros. */
export type ApprovalLimitName = 'WITHDRAWAL_FOUR_EYES' | 'BOOKING_FOUR_EYES';

/** Which amounts add up within 24 hours, per customer or for the whole installation. */
const APPROVAL_SUMS = ['paid-out', 'booked', 'dividends', 'splits', 'staff', 'profiles'] as const;
type ApprovalSum = (typeof APPROVAL_SUMS)[number];

export type DeclaredApprovalRule = {
  /** Null: every action needs the approval, whatever its amount. */
  readonly limit: ApprovalLimitName | null;
  readonly sum: ApprovalSum;
  /** Members with one of these roles can approve; admins always can. */
  readonly roles: readonly Role[];
  /** How many people must approve an action above the limit. */
  readonly people: number;
};

const FINANCE = allow('finance');
const DEALING = allow('dealing');
const PAID_OUT = {
  limit: 'WITHDRAWAL_FOUR_EYES',
  sum: 'paid-out',
  roles: FINANCE,
  people: 2,
} as const;
const BOOKED = { limit: 'BOOKING_FOUR_EYES', sum: 'booked', roles: FINANCE, people: 2 } as const;

/**
 * Grants of a role that is in this table, once two admins can sign in: one admin must not make their
 * own second approver.
 */
const GRANTED = { limit: null, sum: 'staff', roles: allow(), people: 2 } as const;

export const APPROVAL_RULES: Readonly<Record<ApprovalAction, DeclaredApprovalRule>> = {
  withdrawal: PAID_OUT,
  'withdrawal-return': BOOKED,
  'deposit-confirmation': BOOKED,
  // Refunds and chargebacks that a provider reported.
  'deposit-return': BOOKED,
  'return-dismissal': BOOKED,
  'manual-deposit': BOOKED,
  bonus: BOOKED,
  'referral-bonus': BOOKED,
  credit: BOOKED,
  correction: BOOKED,
  dividend: { limit: 'BOOKING_FOUR_EYES', sum: 'dividends', roles: DEALING, people: 2 },
  split: { limit: 'BOOKING_FOUR_EYES', sum: 'splits', roles: DEALING, people: 2 },
  'shortfall-cover': BOOKED,
  'shortfall-payment': BOOKED,
  'staff-create': GRANTED,
  'staff-roles': GRANTED,
  // A changed name or birth date can hide who owns an account.
  'profile-edit': { limit: null, sum: 'profiles', roles: allow('compliance'), people: 2 },
};

/** The rules with the limits that are set. */
export const getApprovalRules = defineRoute({
  method: 'GET',
  path: '/api/backoffice/approval-rules',
  summary:
    'Returns for each action the limit above which several people must approve it, and who they are.',
  access: 'staff',
  roles: allow('finance', 'dealing', 'compliance'),
  rate: 'ordinary',
  reply: z.object({
    rules: z.array(
      z.object({
        action: z.enum(APPROVAL_ACTIONS),
        /** The limit in euros. Null: every action needs several people, whatever its amount. */
        limit: z.nullable(z.number()),
        sum: z.enum(APPROVAL_SUMS),
        roles: z.array(z.enum(ROLES)),
        people: z.int(),
      }),
    ),
    /** Days until a member whom somebody else created or changed counts as an approver. */
    approver_age_days: z.int(),
  }),
  rejections: [],
});
