import type { Rejection } from '@halyard/contract/rejections';
import type { Kysely } from 'kysely';
import { isRunning, limitAt } from './own-limit.ts';
import type { Exclusion } from './own-limit.ts';
import { spanOf } from './periods.ts';
import { findExclusion, listLimits, sumUsed } from './client-limits-store.ts';

/** Why a customer can't open positions, and until when; null: permanently. */
export type Stop = {
  readonly cause: 'time-out' | 'self-exclusion' | 'loss-limit';
  readonly untilMs: number | null;
};

/**
 * Returns the strongest stop: an exclusion before a loss limit, and of several limits the one that
 * ends last.
 */
export async function findStop(
  db: Kysely<object>,
  customerId: number,
  nowMs: number,
): Promise<Stop | undefined> {
  const excluded = await findRunningExclusion(db, customerId, nowMs);
  if (excluded !== undefined) return { cause: excluded.kind, untilMs: excluded.endsAtMs };
  let untilMs: number | undefined;
  for (const stored of await listLimits(db, customerId)) {
    const { kind, period, amountCents } = limitAt(stored, nowMs);
    if (kind !== 'loss' || amountCents === null) continue;
    const span = spanOf(period, nowMs);
    const usedCents = await sumUsed(db, customerId, { kind, span });
    if (usedCents >= amountCents) untilMs = Math.max(untilMs ?? 0, span.endMs);
  }
  return untilMs === undefined ? undefined : { cause: 'loss-limit', untilMs };
}

export async function findRunningExclusion(
  db: Kysely<object>,
  customerId: number,
  nowMs: number,
): Promise<Exclusion | undefined> {
  const exclusion = await findExclusion(db, customerId);
  return exclusion !== undefined && isRunning(exclusion, nowMs) ? exclusion : undefined;
}

/** Returns the rejection of an opening or a deposit. */
export function stopRejection({ cause, untilMs }: Stop): Rejection {
  if (cause === 'self-exclusion') return { code: 'self-excluded' };
  return untilMs === null
    ? { code: cause }
    : { code: cause, facts: { until: new Date(untilMs).toISOString() } };
}
