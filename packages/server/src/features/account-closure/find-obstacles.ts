import type { ClosingObstacle } from '@halyard/contract/own-data';
import type { Rejection } from '@halyard/contract/rejections';
import { assertPresent } from '@halyard/core/assertion';
import { toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { EngineClient } from '#engine/engine.ts';
import type { Payments } from '#features/payments/payments.ts';
import type { Database } from '#platform/db/db.ts';

export type ObstacleDeps = {
  readonly db: Database;
  readonly engine: Pick<EngineClient, 'account'>;
  readonly payments: Pick<Payments, 'isUnderWay' | 'sumDebt'>;
};

/** An obstacle to closing an account. Obstacles are listed in the order to settle them. */
export type Obstacle = { readonly what: ClosingObstacle; readonly amountCents?: Cents };

export async function findObstacles(
  { db, engine, payments }: ObstacleDeps,
  customerId: number,
): Promise<readonly Obstacle[]> {
  const account = assertPresent(await engine.account(customerId), 'a customer has an account');
  const isUnderWay = await payments.isUnderWay(db.kysely, customerId);
  const debtCents = await payments.sumDebt(db.kysely, customerId);
  const { positions, cashCents, creditCents, holds } = account;
  const found: (Obstacle | false)[] = [
    positions.size > 0 && { what: 'positions' },
    (isUnderWay || holds.size > 0) && { what: 'payments' },
    cashCents !== 0 && { what: 'cash', amountCents: cashCents },
    creditCents !== 0 && { what: 'credit', amountCents: creditCents },
    debtCents !== 0 && { what: 'debt', amountCents: debtCents },
  ];
  return found.filter((obstacle) => obstacle !== false);
}

const CODES = {
  positions: 'close-positions-first',
  payments: 'payments-under-way',
  cash: 'withdraw-first',
  credit: 'credit-left',
  debt: 'debt-left',
} as const satisfies Record<ClosingObstacle, Rejection['code']>;

/** Returns the rejection that tells the customer what to do first. */
export function obstacleRejection({ what, amountCents }: Obstacle): Rejection {
  const code = CODES[what];
  return amountCents === undefined ? { code } : { code, facts: { amount: toEuros(amountCents) } };
}
