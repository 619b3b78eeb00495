// Every action of staff that can need the approval of a second person.
export const APPROVAL_ACTIONS = [
  'withdrawal',
  'withdrawal-return',
  'deposit-confirmation',
  'deposit-return',
  'return-dismissal',
  'manual-deposit',
  'bonus',
  'referral-bonus',
  'credit',
  'correction',
  'dividend',
  'split',
  'shortfall-cover',
  'shortfall-payment',
  'staff-create',
  'staff-roles',
  'profile-edit',
] as const;
export type ApprovalAction = (typeof APPROVAL_ACTIONS)[number];
