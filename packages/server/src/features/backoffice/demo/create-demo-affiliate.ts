// A demo affiliate with three sign-ups, one of whom has deposited.
import { randomBytes } from 'node:crypto';
import { assertPresent } from '@halyard/core/assertion';
import { cents } from '@halyard/core/money';
import type { Customers, Profile } from '#features/customers/customers.ts';
import type { Affiliates } from '#features/affiliates/affiliates.ts';
import type { Payments } from '#features/payments/payments.ts';
import type { SignIn } from './first-run-file.ts';

const NAME = 'Demo Partner';
const CODE = 'demo-partner';
const ACTOR = 'system';
const TERMS_VERSION = 'demo';
const PASSWORD_BYTES = 24;
const DEPOSIT_CENTS = cents(50_000);
/** The id of the demo deposit; it is fixed, so that there is only one. */
const DEPOSIT_ID = 'DDEMXW3RLDPARTNER2S';
const GERMANY = 276;
const AUSTRIA = 40;

type Referred = {
  readonly firstName: string;
  readonly lastName: string;
  readonly countryId: number;
  readonly sourcePage: string;
};

const REFERRED: readonly Referred[] = [
  { firstName: 'Anna', lastName: 'Example', countryId: GERMANY, sourcePage: '/' },
  { firstName: 'Ben', lastName: 'Example', countryId: AUSTRIA, sourcePage: '/about' },
  { firstName: 'Clara', lastName: 'Example', countryId: GERMANY, sourcePage: '/register' },
];
const DEPOSITOR = 'anna@halyard.example';

export type DemoAffiliateDeps = {
  readonly customers: Customers;
  readonly payments: Payments;
  readonly affiliates: Affiliates;
};

/** Creates the demo affiliate. Every step can be repeated. */
export async function createDemoAffiliate(
  { customers, payments, affiliates }: DemoAffiliateDeps,
  { email, password }: SignIn,
): Promise<void> {
  const isOwnPassword = true;
  await affiliates.create({ email, password, isOwnPassword, name: NAME, code: CODE, actor: ACTOR });
  for (const one of REFERRED) {
    await customers.addCustomer({
      email: `${one.firstName.toLowerCase()}@halyard.example`,
      // A random password, because no one signs in as these customers.
      password: randomBytes(PASSWORD_BYTES).toString('base64url'),
      profile: toProfile(one),
      termsVersion: TERMS_VERSION,
      attribution: { referredBy: CODE, sourcePage: one.sourcePage },
    });
  }
  const depositor = assertPresent(await customers.findCustomer(DEPOSITOR), 'was just made');
  await payments.grant({
    kind: 'manual-deposit',
    customerId: depositor.id,
    amountCents: DEPOSIT_CENTS,
    transactionId: DEPOSIT_ID,
    actor: ACTOR,
    reason: 'demo world',
  });
}

function toProfile({ firstName, lastName, countryId }: Referred): Profile {
  return {
    firstName,
    lastName,
    phone: '+493023125124',
    birthDate: null,
    countryId,
    state: null,
    city: null,
    street: null,
    zipCode: null,
  };
}
