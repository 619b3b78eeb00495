// The commands that charge overnight financing and set which days are due.
export { decideChargeFinancing } from './charge-financing.ts';
export { decideSetNights } from './set-nights.ts';
