import { Outage } from '#platform/outage/outage.ts';
import { createCustomer } from './create-customer.ts';
import type { NewCustomer, Profile } from './customer.ts';
import type { EnsureAccountDeps } from './ensure-account.ts';
import type { PasswordHasher } from '#features/identity/identity.ts';
import { createUniqid } from '#features/identity/identity.ts';

export type AddedCustomer = {
  readonly email: string;
  readonly password: string;
  readonly profile: Profile;
  readonly termsVersion: string;
  readonly attribution?: Pick<NewCustomer, 'referredBy' | 'sourcePage'>;
};

/**
 * Adds a customer without email confirmation, for staff and demo data; undefined if the email is
 * taken.
 */
export async function addCustomer(
  deps: EnsureAccountDeps & { readonly hasher: PasswordHasher },
  customer: AddedCustomer,
): Promise<number | undefined> {
  const hashed = await deps.hasher.hash(customer.password);
  if (hashed.kind === 'busy') throw new Outage('busy', 'Too many passwords are being hashed.');
  const created = await createCustomer(deps, {
    email: customer.email,
    passwordHash: hashed.hash,
    profile: customer.profile,
    uniqid: createUniqid(),
    termsVersion: customer.termsVersion,
    ...(customer.attribution ?? { referredBy: null, sourcePage: null }),
    info: null,
    language: 'en',
    isEmailConfirmed: true,
    atMs: deps.clock.nowMs(),
  });
  return created.kind === 'created' ? created.customerId : undefined;
}
