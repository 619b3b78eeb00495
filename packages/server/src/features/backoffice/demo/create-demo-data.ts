// The sample people and money of a first start. Every step can be repeated: the next start
// completes an interrupted one.
import { assertPresent } from '@halyard/core/assertion';
import { cents } from '@halyard/core/money';
import type { Customer, Profile } from '#features/customers/customers.ts';
import type { Calendar } from '#features/calendar/calendar.ts';
import type { Staff } from '#features/staff/staff.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Files } from '#platform/files/files.ts';
import { ensureFirstRun, markDemoDone } from './first-run-store.ts';
import { createDemoCalendar } from './create-demo-calendar.ts';
import { createDemoAffiliate } from './create-demo-affiliate.ts';
import type { DemoAffiliateDeps } from './create-demo-affiliate.ts';
import { createDemoStaff } from './create-demo-staff.ts';
import { ensureSignIns } from './first-run-file.ts';
import type { SignIn } from './first-run-file.ts';

const EMAILS = {
  customer: 'demo@halyard.example',
  affiliate: 'partner@halyard.example',
  staff: 'staff@halyard.example',
};
const DEPOSIT_CENTS = cents(1_000_000);
/** The id of the demo deposit; it is fixed, so that there is only one. */
const DEPOSIT_ID = 'DDEMXW3RLDFRSTDEP2S';
const ACTOR = 'system';
const TERMS_VERSION = 'demo';
const GERMANY = 276;

/** The demo customer's complete profile. The phone number is reserved for fiction. */
const PROFILE: Profile = {
  firstName: 'Demo',
  lastName: 'Customer',
  phone: '+493023125123',
  birthDate: '1990-01-01',
  countryId: GERMANY,
  state: 'Berlin',
  city: 'Berlin',
  street: 'Beispielstraße 1',
  zipCode: '10115',
};

export type DemoDataDeps = DemoAffiliateDeps & {
  readonly calendar: Calendar;
  readonly db: Database;
  readonly files: Files;
  readonly clock: Clock;
  readonly staff: Staff;
};

/**
 * Creates the demo data on the first start of an installation with DEMO. Returns whether demo data
 * exists.
 */
export async function createDemoData(deps: DemoDataDeps, isWanted: boolean): Promise<boolean> {
  const first = { demo: isWanted ? 'begun' : 'bare', atMs: deps.clock.nowMs() } as const;
  const state = await ensureFirstRun(deps.db.kysely, first);
  if (state !== 'begun') return state === 'done';
  const signIns = await ensureSignIns(deps.files, EMAILS);
  const customer = await ensureCustomer(deps, signIns.customer);
  await deps.customers.changeTerms({
    customerId: customer.id,
    change: () => ({ isVerified: true }),
    by: { actor: ACTOR, action: 'customer.verify', reason: 'demo world' },
  });
  await deps.payments.grant({
    kind: 'manual-deposit',
    customerId: customer.id,
    amountCents: DEPOSIT_CENTS,
    transactionId: DEPOSIT_ID,
    actor: ACTOR,
    reason: 'demo world',
  });
  await createDemoAffiliate(deps, signIns.affiliate);
  await createDemoCalendar(deps.calendar, deps.clock.nowMs());
  await createDemoStaff(deps, signIns.staff);
  await markDemoDone(deps.db.kysely);
  return true;
}

async function ensureCustomer(deps: DemoDataDeps, signIn: SignIn): Promise<Customer> {
  const known = await deps.customers.findCustomer(signIn.email);
  if (known !== undefined) return known;
  await deps.customers.addCustomer({ ...signIn, profile: PROFILE, termsVersion: TERMS_VERSION });
  return assertPresent(await deps.customers.findCustomer(signIn.email), 'the demo customer');
}
