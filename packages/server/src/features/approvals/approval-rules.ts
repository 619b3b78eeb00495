// The declared rules of approvals with the limits of the settings.
import { APPROVAL_RULES } from '@halyard/contract/backoffice/approval-rules';
import type {
  ApprovalLimitName,
  DeclaredApprovalRule,
} from '@halyard/contract/backoffice/approval-rules';
import { APPROVAL_ACTIONS } from '@halyard/contract/backoffice/desk/approval-actions';
import type { ApprovalAction } from '@halyard/contract/backoffice/desk/approval-actions';
import type { ApprovalLimit } from '@halyard/core/approval';
import { cents } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';

/** Below every amount, including the 0 of an action that moves no money. */
const NO_AMOUNT = cents(-1);

export type ApprovalSettings = {
  readonly withdrawalFourEyesCents: Cents;
  readonly bookingFourEyesCents: Cents;
  readonly approverAgeDays: number;
};

export type ApprovalRule = ApprovalLimit &
  Pick<DeclaredApprovalRule, 'sum' | 'roles'> & { readonly action: ApprovalAction };

export function approvalRules(settings: ApprovalSettings): readonly ApprovalRule[] {
  const limits: Readonly<Record<ApprovalLimitName, Cents>> = {
    WITHDRAWAL_FOUR_EYES: settings.withdrawalFourEyesCents,
    BOOKING_FOUR_EYES: settings.bookingFourEyesCents,
  };
  return APPROVAL_ACTIONS.map((action) => {
    const { limit, sum, roles, people } = APPROVAL_RULES[action];
    return { action, sum, roles, people, limitCents: limit === null ? NO_AMOUNT : limits[limit] };
  });
}
