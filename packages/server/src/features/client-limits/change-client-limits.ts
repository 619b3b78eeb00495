import type { LimitKind, LimitPeriod } from '@halyard/contract/client-limits';
import { assertPresent } from '@halyard/core/assertion';
import type { Cents } from '@halyard/core/money';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import { changeLimit, isNoWeaker, limitAt } from './own-limit.ts';
import type { Exclusion, OwnLimit } from './own-limit.ts';
import { findRunningExclusion } from './find-stop.ts';
import { listLimits, lockClientLimits, saveExclusion, saveLimit } from './client-limits-store.ts';
import { notifyExclusion, notifyLimit } from './notify-limits.ts';
import type { NotifyDeps } from './notify-limits.ts';
import type { ViewDeps } from './view-client-limits.ts';

export type ChangeDeps = ViewDeps & NotifyDeps;

type Which = {
  readonly customerId: number;
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
};

/** Sets a client limit. A lower one applies at once, any other later. */
export async function setOwnLimit(
  deps: ChangeDeps,
  which: Which & { readonly amountCents: Cents | null },
): Promise<void> {
  await editLimit(deps, which, (limit, nowMs) => changeLimit(limit, which.amountCents, nowMs));
}

/** Cancels a pending change of a client limit. */
export async function keepOwnLimit(deps: ChangeDeps, which: Which): Promise<void> {
  await editLimit(deps, which, (limit) => ({ ...limit, next: null }));
}

async function editLimit(
  deps: ChangeDeps,
  { customerId, kind, period }: Which,
  edit: (limit: OwnLimit, nowMs: number) => OwnLimit,
): Promise<void> {
  const nowMs = deps.clock.nowMs();
  await deps.db.kysely.transaction().execute(async (tx) => {
    await lockClientLimits(tx, customerId);
    const limits = await listLimits(tx, customerId);
    const found = limits.find((one) => one.kind === kind && one.period === period);
    const before = limitAt(assertPresent(found, 'every kind and period is listed'), nowMs);
    const after = edit(before, nowMs);
    await saveLimit(tx, customerId, after);
    await notifyLimit(deps, tx, { customerId, before, after, atMs: nowMs });
    await record(tx, nowMs, { customerId, action: 'safeguards.limit', before, after });
  });
}

/** Applies pending changes that are due; the customer is notified of each. */
export async function ripenLimits(deps: ChangeDeps, customerId: number): Promise<void> {
  const atMs = deps.clock.nowMs();
  const isRipe = ({ next }: OwnLimit): boolean => next !== null && next.atMs <= atMs;
  const waiting = await listLimits(deps.db.kysely, customerId);
  if (!waiting.some(isRipe)) return;
  await deps.db.kysely.transaction().execute(async (tx) => {
    await lockClientLimits(tx, customerId);
    for (const before of (await listLimits(tx, customerId)).filter(isRipe)) {
      const after = limitAt(before, atMs);
      await saveLimit(tx, customerId, after);
      await notifyLimit(deps, tx, { customerId, before, after, atMs });
    }
  });
}

/** Sets a time-out or self-exclusion; false if the customer's existing setting is stricter. */
export async function exclude(
  deps: ChangeDeps,
  customerId: number,
  exclusion: Exclusion,
): Promise<boolean> {
  const nowMs = deps.clock.nowMs();
  return await deps.db.kysely.transaction().execute(async (tx) => {
    await lockClientLimits(tx, customerId);
    const before = await findRunningExclusion(tx, customerId, nowMs);
    if (before !== undefined && !isNoWeaker(before, exclusion)) return false;
    await saveExclusion(tx, customerId, exclusion);
    await notifyExclusion(deps, tx, { customerId, exclusion });
    await record(tx, nowMs, {
      customerId,
      action: 'safeguards.exclusion',
      before: before ?? {},
      after: exclusion,
    });
    return true;
  });
}

type Recorded = {
  readonly customerId: number;
  readonly action: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
};

async function record(db: Kysely<object>, atMs: number, recorded: Recorded): Promise<void> {
  const { customerId, action, before, after } = recorded;
  const subject = `customer:${customerId}`;
  await recordAudit(db, atMs, { actor: subject, action, subject, before, after });
}
