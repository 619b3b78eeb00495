import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { assertPresent } from '@halyard/core/assertion';
import { findCustomer } from './customer-store.ts';
import { lockCustomer } from './credential-store.ts';
import type { Customer } from './customer.ts';

const LENGTH = 32;

/** Changes whenever the profile changes: identifies what staff have seen. */
export function profileVersion({ email, profile }: Pick<Customer, 'email' | 'profile'>): string {
  const { firstName, lastName, phone, birthDate, countryId } = profile;
  const { state, city, street, zipCode } = profile;
  const person = [email, firstName, lastName, phone, birthDate];
  const seen = JSON.stringify([...person, countryId, state, city, street, zipCode]);
  return createHash('sha256').update(seen).digest('hex').slice(0, LENGTH);
}

/** The current version; locked until the end of the caller's transaction. */
export async function lockProfileVersion(tx: Kysely<object>, customerId: number): Promise<string> {
  const isThere = `customer ${customerId} is there`;
  assertPresent(await lockCustomer(tx, customerId), isThere);
  return profileVersion(assertPresent(await findCustomer(tx, customerId), isThere));
}
