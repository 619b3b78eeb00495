import { addCents, toEuros } from '#money/money.ts';
import { refusalOf } from '../decision.ts';
import { accountFigures, findUnvalued, type Valued } from '../account/account.ts';
import type { MarketView } from '../market-view.ts';
import type { Refusal } from '../refusal.ts';
import type { Account } from '../state.ts';

/**
 * Whether what is set aside for a withdrawal may be paid now: with it counted back, as much must be
 * withdrawable as when it was set aside. Refuses not-found (nothing is set aside),
 * price-unavailable (of an open position: what it may have lost is not known), withdraw-maximum.
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
