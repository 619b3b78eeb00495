// The number of approvers per money action, as one table that staff can see.
import { APPROVAL_ACTIONS } from '@halyard/contract/backoffice/approvals';
import type { ApprovalAction } from '@halyard/contract/backoffice/approvals';
import type { Role } from '@halyard/contract/backoffice/roles';
import type { ApprovalLimit } from '@halyard/core/approval';
import type { Cents } from '@halyard/core/money';

export type ApprovalSettings = {
  readonly withdrawalFourEyesCents: Cents;
  readonly bookingFourEyesCents: Cents;
  readonly approverAgeDays: number;
};

export type ApprovalRule = ApprovalLimit & {
  readonly action: ApprovalAction;
  /** Which amounts add up, per customer or for the whole installation. */
  readonly sum: 'paid-out' | 'booked' | 'dividends' | 'splits';
  /** Members with one of these roles can approve; admins always can. */
  readonly roles: readonly Role[];
};

const PEOPLE = 2;

const ROWS = {
  withdrawal: { sum: 'paid-out', roles: ['finance'] },
  'withdrawal-return': { sum: 'booked', roles: ['finance'] },
  'deposit-confirmation': { sum: 'booked', roles: ['finance'] },
  'deposit-return': { sum: 'booked', roles: ['finance'] },
  'return-dismissal': { sum: 'booked', roles: ['finance'] },
  'manual-deposit': { sum: 'booked', roles: ['finance'] },
  bonus: { sum: 'booked', roles: ['finance'] },
  'referral-bonus': { sum: 'booked', roles: ['finance'] },
  credit: { sum: 'booked', roles: ['finance'] },
  correction: { sum: 'booked', roles: ['finance'] },
  dividend: { sum: 'dividends', roles: ['dealing'] },
  split: { sum: 'splits', roles: ['dealing'] },
  'shortfall-cover': { sum: 'booked', roles: ['finance'] },
  'shortfall-payment': { sum: 'booked', roles: ['finance'] },
} as const satisfies Record<ApprovalAction, Pick<ApprovalRule, 'sum' | 'roles'>>;

export function approvalRules(settings: ApprovalSettings): readonly ApprovalRule[] {
  const { withdrawalFourEyesCents, bookingFourEyesCents } = settings;
  return APPROVAL_ACTIONS.map((action) => {
    const row = ROWS[action];
    const limitCents = row.sum === 'paid-out' ? withdrawalFourEyesCents : bookingFourEyesCents;
    return { action, ...row, limitCents, people: PEOPLE };
  });
}
