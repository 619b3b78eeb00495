// One client limit and its pending change.
import type { ExclusionKind, LimitKind, LimitPeriod } from '@halyard/contract/client-limits';
import { RAISE_WAITS_HOURS } from '@halyard/contract/client-limits';
import type { Cents } from '@halyard/core/money';
import { HOUR_MS } from '@halyard/core/time';

const RAISE_WAITS_MS = RAISE_WAITS_HOURS * HOUR_MS;

export type OwnLimit = {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** The amount of the limit; null: none. */
  readonly amountCents: Cents | null;
  readonly next: { readonly amountCents: Cents | null; readonly atMs: number } | null;
};

export type Exclusion = {
  readonly kind: ExclusionKind;
  readonly begunAtMs: number;
  /** When the exclusion ends; null: permanent. */
  readonly endsAtMs: number | null;
};

/** Returns the limit with a due change applied. */
export function limitAt(limit: OwnLimit, nowMs: number): OwnLimit {
  if (limit.next === null || limit.next.atMs > nowMs) return limit;
  return { ...limit, amountCents: limit.next.amountCents, next: null };
}

/**
 * Returns the limit after a change. A stricter amount applies at once and cancels a pending change;
 * any other waits, from the beginning if it changes.
 */
export function changeLimit(limit: OwnLimit, amountCents: Cents | null, nowMs: number): OwnLimit {
  if (isAtMost(amountCents, limit.amountCents)) return { ...limit, amountCents, next: null };
  if (limit.next !== null && limit.next.amountCents === amountCents) return limit;
  return { ...limit, next: { amountCents, atMs: nowMs + RAISE_WAITS_MS } };
}

/** Returns whether an exclusion still applies; an expired one has no effect. */
export function isRunning(exclusion: Exclusion, nowMs: number): boolean {
  return exclusion.endsAtMs === null || exclusion.endsAtMs > nowMs;
}

/**
 * Returns whether the second exclusion ends no earlier, and does not replace a self-exclusion by a
 * time-out.
 */
export function isNoWeaker(before: Exclusion, after: Exclusion): boolean {
  if (before.kind === 'self-exclusion' && after.kind === 'time-out') return false;
  if (after.endsAtMs === null) return true;
  return before.endsAtMs !== null && after.endsAtMs >= before.endsAtMs;
}

function isAtMost(amountCents: Cents | null, otherCents: Cents | null): boolean {
  return otherCents === null || (amountCents !== null && amountCents <= otherCents);
}
