// An account as commands see and change it: its figures, the draft that collects the changes of one
// decision, the overnight financing that is due, and the funds held for withdrawals.
export { closeWhole, createDraft, settleBalance, closePart, isEmptied } from './account-draft.ts';
export { moveAmount } from './draft.ts';
export type { AccountDraft } from './draft.ts';
export { accountFigures, findUnvalued, balanceOf, isBelowLevel } from './figures.ts';
export type { AccountFigures, Valued } from './figures.ts';
export { heldCentsOf, cancelHolds } from './held-funds.ts';
export { financingRateOf } from './due-nights.ts';
