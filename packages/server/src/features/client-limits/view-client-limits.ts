import type { Safeguards } from '@halyard/contract/client-limits';
import { toEuros } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { isRunning, limitAt } from './own-limit.ts';
import type { OwnLimit } from './own-limit.ts';
import { spanOf } from './periods.ts';
import { findExclusion, listLimits, sumUsed } from './client-limits-store.ts';

export type ViewDeps = { readonly db: Database; readonly clock: Clock };

/** Returns the customer's own limits and exclusion, as they apply now. */
export async function viewClientLimits(deps: ViewDeps, customerId: number): Promise<Safeguards> {
  const nowMs = deps.clock.nowMs();
  const limits: Safeguards['limits'] = [];
  for (const stored of await listLimits(deps.db.kysely, customerId)) {
    limits.push(await viewLimit(deps, customerId, limitAt(stored, nowMs)));
  }
  const exclusion = await findExclusion(deps.db.kysely, customerId);
  if (exclusion === undefined || !isRunning(exclusion, nowMs)) return { limits, exclusion: null };
  const { kind, begunAtMs, endsAtMs } = exclusion;
  return {
    limits,
    exclusion: {
      kind,
      begun_at: toInstant(begunAtMs),
      ends_at: endsAtMs === null ? null : toInstant(endsAtMs),
    },
  };
}

async function viewLimit(
  deps: ViewDeps,
  customerId: number,
  { kind, period, amountCents, next }: OwnLimit,
): Promise<Safeguards['limits'][number]> {
  const span = spanOf(period, deps.clock.nowMs());
  return {
    kind,
    period,
    amount: euros(amountCents),
    used: toEuros(await sumUsed(deps.db.kysely, customerId, { kind, span })),
    resets_at: toInstant(span.endMs),
    next: next === null ? null : { amount: euros(next.amountCents), at: toInstant(next.atMs) },
  };
}

function euros(amountCents: Cents | null): number | null {
  return amountCents === null ? null : toEuros(amountCents);
}

function toInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}
