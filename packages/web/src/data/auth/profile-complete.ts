import type { User } from '@halyard/contract/accounts';

/** The ten profile fields that a deposit requires. */
export const PROFILE_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'birth_date',
  'country_id',
  'state',
  'city',
  'street',
  'zip_code',
] as const satisfies readonly (keyof User)[];

/** Returns whether the profile is complete. */
export function isProfileComplete(user: User): boolean {
  return PROFILE_FIELDS.every((field) => user[field] !== null && user[field] !== '');
}
