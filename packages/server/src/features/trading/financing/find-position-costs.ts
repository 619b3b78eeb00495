import type { PositionCosts } from '@halyard/contract/trading';
import { financingKey, protectionFeeKey } from '@halyard/core/ledger';
import { cents, toEuros } from '@halyard/core/money';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { findPositionSpan, listCharged } from './cost-store.ts';
import { lastNight, listNights } from './night.ts';

export type CostsDeps = { readonly db: Database; readonly clock: Clock };

/** Returns a position's charges besides its profit: GSLO premium and overnight financing. */
export async function findPositionCosts(
  deps: CostsDeps,
  position: { readonly id: number; readonly accountId: number },
): Promise<Answer<PositionCosts>> {
  const db = deps.db.kysely;
  const span = await findPositionSpan(db, position);
  if (span === undefined) return refused({ code: 'not-found' });
  const until = lastNight(span.closedAtMs ?? deps.clock.nowMs());
  const nights = listNights(lastNight(span.openedAtMs).day, until);
  const charged = await listCharged(db, [
    protectionFeeKey(position.id),
    ...nights.map(({ day }) => financingKey(position.id, day)),
  ]);
  const financing = charged.filter(({ kind }) => kind === 'financing');
  const fees = charged.filter(({ kind }) => kind === 'fee');
  return ok({
    fee: sum(fees),
    financing: sum(financing),
    nights: financing.length,
  });
}

function sum(charged: readonly { readonly paidCents: number }[]): number {
  return toEuros(cents(charged.reduce((total, { paidCents }) => total + paidCents, 0)));
}
