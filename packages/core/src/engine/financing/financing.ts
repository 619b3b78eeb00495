// The commands that charge overnight financing and set which nights are due.
export { decideChargeFinancing } from './charge-financing.ts';
export { decideSetNights } from './set-nights.ts';
