import type { Rejection } from '@halyard/contract/rejections';
import { toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import { findRunningExclusion, stopRejection } from './find-stop.ts';
import { limitAt } from './own-limit.ts';
import { spanOf } from './periods.ts';
import { listLimits, sumUsed } from './client-limits-store.ts';

export type WantedDeposit = {
  readonly customerId: number;
  readonly amountCents: Cents;
  /** The pending deposits, which count as if they were booked. */
  readonly pending?: PendingDeposits;
  readonly atMs: number;
};

export type PendingDeposits = {
  readonly amountCents: Cents;
  /**
   * The references of their journal entries, so that a booking in progress does not count twice.
   */
  readonly references: readonly string[];
};

/** Returns why a customer can't deposit this amount voluntarily; undefined if they can. */
export async function checkDeposit(
  db: Kysely<object>,
  deposit: WantedDeposit,
): Promise<Rejection | undefined> {
  const { customerId, amountCents, pending, atMs } = deposit;
  const without = pending?.references ?? [];
  const exclusion = await findRunningExclusion(db, customerId, atMs);
  if (exclusion !== undefined) {
    return stopRejection({ cause: exclusion.kind, untilMs: exclusion.endsAtMs });
  }
  for (const stored of await listLimits(db, customerId)) {
    const limit = limitAt(stored, atMs);
    if (limit.kind !== 'deposit' || limit.amountCents === null) continue;
    const span = spanOf(limit.period, atMs);
    const usedCents = await sumUsed(db, customerId, { kind: 'deposit', span, without });
    const leftCents = limit.amountCents - usedCents - (pending?.amountCents ?? 0);
    if (amountCents > leftCents) {
      const available = Math.max(0, toEuros(leftCents as Cents));
      return {
        code: 'deposit-limit',
        facts: { available, until: new Date(span.endMs).toISOString() },
      };
    }
  }
  return undefined;
}
