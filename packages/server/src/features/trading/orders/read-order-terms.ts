import type { AmendOrderMessage } from '@halyard/contract/orders';
import type { OrderTerms } from '@halyard/core/engine';
import { parseRequestedRate } from '@halyard/core/instrument';
import type { Instrument, Points } from '@halyard/core/instrument';
import { parseAmount } from '@halyard/core/money';
import type { Answer } from '#platform/http/http.ts';
import type * as z from 'zod/mini';
import { nextCutOff } from '../financing/financing.ts';
import { readLevel, readTrail } from '../read-level.ts';
import { invalidField } from '../trading-command.ts';

type Sent = Omit<z.infer<typeof AmendOrderMessage>, 'id' | 'dataUser' | 'requestId'>;

export type ReadTerms =
  | { readonly kind: 'read'; readonly terms: OrderTerms }
  | { readonly kind: 'invalid'; readonly answer: Answer<never> };

const LEVELS = ['stop_lost', 'stop_distance', 'take_profit', 'profit_distance'] as const;

/** Converts the sent terms of an order that can be amended to the engine's units. */
export function readOrderTerms(
  sent: Sent,
  { decimals }: Pick<Instrument, 'decimals'>,
  moment: { readonly nowMs: number; readonly closesAtMs: number | null },
): ReadTerms {
  const amountCents = parseAmount(sent.amount);
  if (amountCents === undefined) return invalid('amount', 'must be an amount such as 250.00');
  const points = parseRequestedRate(sent.price, decimals);
  if (points === undefined) return invalid('price', 'must be a price above zero');
  const levels = new Map<string, Points | null>();
  for (const name of LEVELS) {
    const level = readLevel(sent[name], decimals);
    if (level.kind === 'invalid') return invalid(name, level.text);
    levels.set(name, level.points);
  }
  const [stopPoints, stopDistance, targetPoints, targetDistance] = LEVELS.map(
    (name) => levels.get(name) ?? null,
  ) as [Points | null, Points | null, Points | null, Points | null];
  if (stopPoints !== null && stopDistance !== null) {
    return invalid('stop_distance', 'must be empty when there is a stop loss price');
  }
  if (targetPoints !== null && targetDistance !== null) {
    return invalid('profit_distance', 'must be empty when there is a take profit price');
  }
  const trail = readTrail(sent.trailing_distance, decimals);
  if (trail.kind === 'invalid') return invalid('trailing_distance', trail.text);
  const expiresAtMs = readExpiry(sent, moment);
  if (expiresAtMs === undefined) {
    return invalid('expires_at', 'must be a time such as 2026-01-31T16:00:00Z with the expiry gtd');
  }
  const { expiry } = sent;
  const read = { stopPoints, stopDistance, targetPoints, targetDistance };
  return {
    kind: 'read',
    terms: { amountCents, points, expiry, expiresAtMs, ...read, ...trail.sent },
  };
}

/** Parses an expiry: null for the longest permitted time, undefined for an invalid time. */
function readExpiry(
  { expiry, expires_at: sent }: Sent,
  { nowMs, closesAtMs }: { readonly nowMs: number; readonly closesAtMs: number | null },
): number | null | undefined {
  if (expiry === 'gtd') {
    const atMs = Date.parse(sent ?? '');
    return Number.isNaN(atMs) ? undefined : atMs;
  }
  if (sent !== null && sent !== undefined && sent !== '') return undefined;
  // A trading day ends at 17:00 in New York, or with the session if that is earlier.
  return expiry === 'gtc' ? null : Math.min(nextCutOff(nowMs), closesAtMs ?? Infinity);
}

function invalid(field: string, text: string): ReadTerms {
  return { kind: 'invalid', answer: invalidField(field, text) };
}
