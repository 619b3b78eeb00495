// The fields of a profile that say who a customer is. Documents prove them, and lists of persons are
// searched by them.
import type { Kysely } from 'kysely';
import type { Profile } from './customer.ts';

export const IDENTITY_FIELDS = ['firstName', 'lastName', 'birthDate', 'countryId'] as const;

/** Called in the transaction that changes one of these fields. */
export type IdentityListener = (tx: Kysely<object>, customerId: number) => Promise<void>;

export function changesIdentity(before: Profile, after: Profile): boolean {
  return IDENTITY_FIELDS.some((field) => before[field] !== after[field]);
}
