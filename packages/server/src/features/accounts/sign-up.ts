import type { Session, register } from '@halyard/contract/accounts';
import type { BodyOf } from '@halyard/contract/route';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { parseSourcePage } from './client-info.ts';
import type { Countries } from './countries.ts';
import { createCustomer } from './create-customer.ts';
import { isAttributionCode, isEmailTaken } from './customer-store.ts';
import type { NewCustomer } from './customer.ts';
import type { EnsureAccountDeps } from './ensure-account.ts';
import type { IpLocation } from './ip-location.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { parsePhone } from './phone.ts';
import type { Sessions } from './sessions.ts';
import { startCustomerSession } from './start-customer-session.ts';
import type { Client } from './start-customer-session.ts';
import { createUniqid } from './token.ts';

/** Of the Terms & Conditions that the form links to; raise it with their text. */
const TERMS_VERSION = '2026-11';
const BUSY_RETRY_SECONDS = 1;

export type SignUpDeps = EnsureAccountDeps & {
  readonly sessions: Sessions;
  readonly hasher: PasswordHasher;
  readonly countries: Countries;
  readonly ipLocation: IpLocation;
  readonly settings: {
    readonly registration: boolean;
    readonly countriesBlocked: readonly string[];
  };
};

type Form = BodyOf<typeof register>;

/** Creates a customer and signs them in. */
export async function signUp(
  deps: SignUpDeps,
  request: { readonly form: Form; readonly client: Client },
): Promise<Answer<Session>> {
  const { form, client } = request;
  if (!deps.settings.registration) return refused({ code: 'registration-closed' });

  const ipAlpha2 = deps.ipLocation.findAlpha2(client.ip);
  const phone = parsePhone(form.phone, form.country ?? ipAlpha2);
  if (phone.kind !== 'valid') {
    return refused({ code: 'invalid', errors: { phone: PHONE_TEXTS[phone.kind] } });
  }
  const origins = [phone.alpha2, ipAlpha2, form.country];
  if (origins.some((alpha2) => isBlocked(deps, alpha2))) {
    return refused({ code: 'registration-closed' });
  }
  if (await isEmailTaken(deps.db.kysely, form.email)) return refused({ code: 'email-taken' });

  const hashed = await deps.hasher.hash(form.password);
  if (hashed.kind === 'busy') {
    return refused({ code: 'too-many', facts: { retryAfterSeconds: BUSY_RETRY_SECONDS } });
  }
  const created = await createCustomer(deps, {
    ...(await attribution(deps, form)),
    email: form.email,
    passwordHash: hashed.hash,
    profile: newProfile(form, { phone: phone.e164, countryId: findCountryId(deps, origins) }),
    uniqid: createUniqid(),
    termsVersion: TERMS_VERSION,
    atMs: deps.clock.nowMs(),
  });
  // Someone took the email between the look and the insert.
  if (created.kind === 'email-taken') return refused({ code: 'email-taken' });
  const { customerId } = created;
  return ok(await startCustomerSession(deps, { customerId, by: 'sign-up', client }));
}

const PHONE_TEXTS = {
  missing: 'Phone number is required',
  invalid: 'Phone number not valid',
} as const;

function isBlocked(deps: SignUpDeps, alpha2: string | undefined): boolean {
  return alpha2 !== undefined && deps.settings.countriesBlocked.includes(alpha2);
}

/** The first of the codes that is a country's: a number may belong to none, or to all. */
function findCountryId(deps: SignUpDeps, alpha2s: readonly (string | undefined)[]): number | null {
  for (const alpha2 of alpha2s) {
    const country = alpha2 === undefined ? undefined : deps.countries.findByAlpha2(alpha2);
    if (country !== undefined) return country.id;
  }
  return null;
}

/** An unknown code is dropped, and what belongs to it. */
async function attribution(
  deps: SignUpDeps,
  form: Form,
): Promise<Pick<NewCustomer, 'referredBy' | 'sourcePage'>> {
  const isKnown = form.ref !== undefined && (await isAttributionCode(deps.db.kysely, form.ref));
  if (form.ref === undefined || !isKnown) return { referredBy: null, sourcePage: null };
  return { referredBy: form.ref, sourcePage: parseSourcePage(form.info) };
}

function newProfile(
  form: Form,
  found: { readonly phone: string; readonly countryId: number | null },
): NewCustomer['profile'] {
  return {
    firstName: form.first_name,
    lastName: form.last_name,
    phone: found.phone,
    countryId: found.countryId,
    birthDate: null,
    state: null,
    city: null,
    street: null,
    zipCode: null,
  };
}
