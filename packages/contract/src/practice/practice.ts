// Practice accounts: every customer has one beside the live account from sign-up on, with practice
// money at the same prices and rules. Its routes are those of the live account under /api/practice;
// its socket is PRACTICE_POSITIONS_NAMESPACE of practice-paths.ts.
import * as z from 'zod/mini';
import { amendOrder, cancelOrder, listOrderHistory, listOrders, placeOrder } from '../orders.ts';
import { onPractice } from './practice-paths.ts';
import { getPerformance } from '../performance/performance.ts';
import { defineRoute, type Route } from '../route.ts';
import { getBalance, getOpeningState, getPositionCosts, listHistory } from '../trading.ts';
import { setTrailingStop } from '../trailing-stops.ts';
import { Instant, tokenField } from '../wire.ts';
import { getWorkspace, saveWorkspace } from '../workspace.ts';

/** Which of a customer's two accounts: the live one, or the one with practice money. */
export const ACCOUNT_KINDS = ['live', 'practice'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** The routes of an account that both kinds have. */
const SHARED_ROUTES: readonly Route[] = [
  getBalance,
  getOpeningState,
  getPositionCosts,
  listHistory,
  getPerformance,
  listOrders,
  listOrderHistory,
  placeOrder,
  amendOrder,
  cancelOrder,
  setTrailingStop,
  getWorkspace,
  saveWorkspace,
];

export const PRACTICE_ROUTES: readonly Route[] = SHARED_ROUTES.map(onPractice);

export const getPractice = defineRoute({
  method: 'POST',
  path: '/api/practice/state',
  summary: 'Returns when the practice account can be reset.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: z.object({
    /** Whether the practice account can be reset today; a reset is possible once a day (UTC). */
    can_reset: z.boolean(),
    /** When the next day begins. */
    next_reset_at: Instant,
    opening_balance: z.number(),
  }),
  rejections: [],
});

export const resetPractice = defineRoute({
  method: 'POST',
  path: '/api/practice/reset',
  summary:
    'Cancels the orders and closes the positions of the practice account, then restores its opening balance. Once a day; the history stays.',
  access: 'customer',
  rate: 'ordinary',
  body: z.strictObject(tokenField),
  reply: z.object({ balance: z.number() }),
  rejections: ['practice-reset-used', 'practice-market-closed'],
});
