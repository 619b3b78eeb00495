// One limit that a customer set, and what becomes of it.
import type { ExclusionKind, LimitKind, LimitPeriod } from '@halyard/contract/safeguards';
import { RAISE_WAITS_HOURS } from '@halyard/contract/safeguards';
import type { Cents } from '@halyard/core/money';
import { HOUR_MS } from '@halyard/core/time';

const RAISE_WAITS_MS = RAISE_WAITS_HOURS * HOUR_MS;

export type OwnLimit = {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** Null: none. */
  readonly amountCents: Cents | null;
  readonly next: { readonly amountCents: Cents | null; readonly atMs: number } | null;
};

export type Exclusion = {
  readonly kind: ExclusionKind;
  readonly begunAtMs: number;
  /** Null: for ever. */
  readonly endsAtMs: number | null;
};

/** The limit as it is at this moment: a change whose time has come is made. */
export function limitAt(limit: OwnLimit, nowMs: number): OwnLimit {
  if (limit.next === null || limit.next.atMs > nowMs) return limit;
  return { ...limit, amountCents: limit.next.amountCents, next: null };
}

/** A stricter amount counts at once, and calls off what waits; any other waits, anew if it changes. */
export function changeLimit(limit: OwnLimit, amountCents: Cents | null, nowMs: number): OwnLimit {
  if (isAtMost(amountCents, limit.amountCents)) return { ...limit, amountCents, next: null };
  if (limit.next !== null && limit.next.amountCents === amountCents) return limit;
  return { ...limit, next: { amountCents, atMs: nowMs + RAISE_WAITS_MS } };
}

/** Whether it still holds; one that has ended is as if there were none. */
export function isRunning(exclusion: Exclusion, nowMs: number): boolean {
  return exclusion.endsAtMs === null || exclusion.endsAtMs > nowMs;
}

/** Whether the second ends no earlier, and is no time-out in the place of a self-exclusion. */
export function isNoWeaker(before: Exclusion, after: Exclusion): boolean {
  if (before.kind === 'self-exclusion' && after.kind === 'time-out') return false;
  if (after.endsAtMs === null) return true;
  return before.endsAtMs !== null && after.endsAtMs >= before.endsAtMs;
}

function isAtMost(amountCents: Cents | null, otherCents: Cents | null): boolean {
  return otherCents === null || (amountCents !== null && amountCents <= otherCents);
}
