import type { Customer } from './customer.ts';

/** Returns whether the profile has everything that a deposit requires. */
export function isProfileComplete({
  email,
  profile,
}: Pick<Customer, 'email' | 'profile'>): boolean {
  return [email, ...Object.values(profile)].every((value) => value !== null && value !== '');
}
