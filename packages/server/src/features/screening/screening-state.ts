import { createHash } from 'node:crypto';
import { SETTLED_SCREENING_STATES } from '@halyard/contract/backoffice/desk/screening';
import type { Screening, ScreeningState } from '@halyard/contract/backoffice/desk/screening';
import { DAY_MS } from '@halyard/core/time';
import type { Customer } from '#features/customers/customers.ts';
import type { ScreeningRow } from './screening-store.ts';

const DECIDED = { accept: 'accepted', confirm: 'confirmed' } as const;
const VERSION_HASH_LENGTH = 32;

/** Identifies whom the provider was asked about: what the lists hold of a person. */
export function identityHash({ profile }: Pick<Customer, 'profile'>): string {
  const { firstName, lastName, birthDate, countryId } = profile;
  const identity = JSON.stringify([firstName, lastName, birthDate, countryId]);
  return createHash('sha256').update(identity).digest('hex');
}

/** Returns what is known about the customer as the profile is now. */
export function stateOf(
  isOn: boolean,
  row: ScreeningRow | undefined,
  customer: Pick<Customer, 'profile'>,
): ScreeningState {
  const isKnown = row !== undefined && row.identity_hash === identityHash(customer);
  const known = isKnown ? (row.decision === null ? row.result : DECIDED[row.decision]) : null;
  if (known !== null) return known;
  return isOn ? 'not-screened' : 'off';
}

/**
 * Identifies what an officer sees of a customer: the screening that counts, its answer, and the
 * identity. A changed identity is not always asked about, because the number of questions is limited.
 */
export function versionOf(
  row: ScreeningRow | undefined,
  customer: Pick<Customer, 'profile'>,
): string {
  const known =
    row === undefined ? 'none' : `${row.id}:${row.result ?? 'none'}:${row.decision ?? 'none'}`;
  return `${known}:${identityHash(customer).slice(0, VERSION_HASH_LENGTH)}`;
}

export function isSettled(state: ScreeningState): boolean {
  return SETTLED_SCREENING_STATES.some((settled) => settled === state);
}

/** Returns what the provider answered and an officer decided; null if nobody was asked. */
export function toWire(row: ScreeningRow | undefined, nowMs: number): Screening | null {
  if (row === undefined) return null;
  const answeredMs = row.answered_at?.getTime();
  const ageMs = answeredMs === undefined ? null : Math.max(0, nowMs - answeredMs);
  return {
    screening_result: row.result,
    screened_at: row.answered_at?.toISOString() ?? null,
    age_days: ageMs === null ? null : Math.floor(ageMs / DAY_MS),
    reference: row.reference,
    requested_at: row.requested_at.toISOString(),
    failure: row.failure,
    decided_by: row.decided_by,
    decided_at: row.decided_at?.toISOString() ?? null,
    decision_reason: row.decision_reason,
  };
}
