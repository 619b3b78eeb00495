import type { User } from '@halyard/contract/accounts';

/** The ten fields of the profile, all of which a deposit wants. */
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

/** Whether nothing of the profile is missing. */
export function isProfileComplete(user: User): boolean {
  return PROFILE_FIELDS.every((field) => user[field] !== null && user[field] !== '');
}
