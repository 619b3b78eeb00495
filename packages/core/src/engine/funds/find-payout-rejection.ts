import { addCents, toEuros } from '#money/money.ts';
import { rejectionOf } from '../decision.ts';
import { accountFigures, findUnvalued, type Valued } from '../account/account.ts';
import type { MarketView } from '../market-view.ts';
import type { Rejection } from '../rejection.ts';
import type { Account } from '../state.ts';

/**
 * Returns why the funds held for a withdrawal can't be paid now. If the hold were released, the
 * account must still be able to withdraw the amount. Rejects with not-found (no hold),
 * price-unavailable (the loss of an open position is unknown), withdraw-maximum.
 */
export function findPayoutRejection(
  state: MarketView['state'],
  account: Valued & Pick<Account, 'holds'>,
  reference: string,
): Rejection | undefined {
  const heldCents = account.holds.get(reference);
  if (heldCents === undefined) return rejectionOf('not-found', { reference });
  const symbol = findUnvalued(state, account);
  if (symbol !== undefined) return rejectionOf('price-unavailable', { symbol });
  const cashCents = addCents(account.cashCents, heldCents);
  const { withdrawableCents } = accountFigures(state, { ...account, cashCents });
  if (heldCents <= withdrawableCents) return undefined;
  return rejectionOf('withdraw-maximum', { maximum: toEuros(withdrawableCents) });
}
