import type { Customer } from './customer.ts';

/** Whether nothing that a deposit wants is missing from the profile. */
export function isProfileComplete({
  email,
  profile,
}: Pick<Customer, 'email' | 'profile'>): boolean {
  return [email, ...Object.values(profile)].every((value) => value !== null && value !== '');
}
