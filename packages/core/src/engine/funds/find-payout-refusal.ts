import { addCents, toEuros } from '#money/money.ts';
import { refusalOf } from '../decision.ts';
import { accountFigures, findUnvalued, type Valued } from '../account/account.ts';
import type { MarketView } from '../market-view.ts';
import type { Refusal } from '../refusal.ts';
import type { Account } from '../state.ts';

/**
 * Returns why the funds held for a withdrawal can't be paid now. With the hold added back, as much
 * must be withdrawable as when it was made. Rejects with not-found (no hold), price-unavailable
 * (the loss of an open position is unknown), withdraw-maximum.
 */
export function findPayoutRefusal(
  state: MarketView['state'],
  account: Valued & Pick<Account, 'holds'>,
  reference: string,
): Refusal | undefined {
  const heldCents = account.holds.get(reference);
  if (heldCents === undefined) return refusalOf('not-found', { reference });
  const symbol = findUnvalued(state, account);
  if (symbol !== undefined) return refusalOf('price-unavailable', { symbol });
  const cashCents = addCents(account.cashCents, heldCents);
  const { withdrawableCents } = accountFigures(state, { ...account, cashCents });
  if (heldCents <= withdrawableCents) return undefined;
  return refusalOf('withdraw-maximum', { maximum: toEuros(withdrawableCents) });
}
