// The broker's own money: what it holds at each payment provider, and the reconciliation with the ledger.
export { moneyRoutes } from './money-routes.ts';
