import type { Session, register } from '@halyard/contract/accounts';
import type { Language } from '@halyard/contract/config';
import type { BodyOf } from '@halyard/contract/route';
import { assertPresent } from '@halyard/core/assertion';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import {
  admitStranger,
  attemptOf,
  createUniqid,
  stepUpRequired,
  tooMany,
} from '#features/identity/identity.ts';
import type { JudgeNewPassword, PasswordHasher, Throttles } from '#features/identity/identity.ts';
import { admitSignUp, releaseSignUp } from './admit-sign-up.ts';
import { isEmailExcluded } from './close-customer.ts';
import type { HashEmail } from './close-customer.ts';
import { createCustomer } from './create-customer.ts';
import { isEmailTaken } from './credential-store.ts';
import type { NewCustomer } from './customer.ts';
import { mailConfirmation, startCustomerSession } from './credentials/credentials.ts';
import type { FindIpInfo } from '#features/locations/locations.ts';
import { PHONE_TEXTS, parsePhone } from './phone.ts';
import { isForeignCode } from './referral-store.ts';
import type { Client, StartSessionDeps } from './credentials/credentials.ts';

/** The version of the Terms & Conditions; raise it with their text. */
const TERMS_VERSION = '2026-11';

export type SignUpDeps = StartSessionDeps & {
  readonly hasher: PasswordHasher;
  readonly judgeNewPassword: JudgeNewPassword;
  readonly throttles: Throttles;
  readonly findIpInfo: FindIpInfo;
  readonly hashEmail: HashEmail;
  readonly settings: {
    readonly registration: boolean;
    readonly signUpsPerHour: number;
    readonly countriesBlocked: readonly string[];
  };
};

type Form = BodyOf<typeof register>;

type SignUpRequest = {
  readonly form: Form;
  readonly client: Client;
  /** The language of mails to the new customer. */
  readonly language: Language;
};

/** Creates a customer and signs them in. */
export async function signUp(deps: SignUpDeps, request: SignUpRequest): Promise<Answer<Session>> {
  const { form, client } = request;
  if (!deps.settings.registration) return refused({ code: 'registration-closed' });

  const ipAlpha2 = deps.ipLocation.findAlpha2(client.ip);
  const phone = parsePhone(form.phone, form.country ?? ipAlpha2);
  if (phone.kind !== 'valid') {
    return refused({ code: 'invalid', errors: { phone: PHONE_TEXTS[phone.kind] } });
  }
  const origins = [phone.alpha2, ipAlpha2, form.country];
  const places = [...origins, await findDeclaredCountry(deps, client.ip)];
  if (places.some((alpha2) => isBlocked(deps, alpha2))) {
    return refused({ code: 'registration-closed' });
  }
  const { password, email, first_name, last_name } = form;
  const weak = deps.judgeNewPassword({ password, about: [email, first_name, last_name] });
  if (weak !== undefined) return refused(weak);
  const attempt = attemptOf(form.email, client);
  const rejection = await admitStranger(deps.throttles.signUp, attempt);
  if (rejection !== undefined) return rejection;
  if (await isEmailTaken(deps.db.kysely, form.email)) return refused({ code: 'email-taken' });
  // A self-excluded email is reported as taken, because a self-exclusion is confidential.
  if (await isEmailExcluded(deps, form.email, deps.clock.nowMs())) {
    return refused({ code: 'email-taken' });
  }

  const admission = await admitSignUp(deps, client);
  if (admission.kind !== 'admitted') {
    await deps.throttles.signUp.release(attempt);
    return admission.kind === 'delayed'
      ? tooMany(admission.waitMs)
      : stepUpRequired(admission.bits);
  }
  const countryId = findCountryId(deps, origins);
  const created = await add(deps, request, newProfile(form, { phone: phone.e164, countryId }));
  if (created === 'busy') {
    await releaseSignUp(deps.db.kysely, admission.id);
    await deps.throttles.signUp.release(attempt);
    return tooMany(0);
  }
  // Another sign-up took the email between the check and the insert.
  if (created.kind === 'email-taken') {
    await releaseSignUp(deps.db.kysely, admission.id);
    return refused({ code: 'email-taken' });
  }
  await deps.throttles.signUp.succeed(attempt);
  const { customerId } = created;
  const session = await startCustomerSession(deps, {
    customerId,
    by: 'sign-up',
    isByLink: false,
    client,
  });
  return ok(assertPresent(session, 'nothing voids a sign-up'));
}

async function add(
  deps: SignUpDeps,
  { form, client, language }: SignUpRequest,
  profile: NewCustomer['profile'],
) {
  const hashed = await deps.hasher.hash(form.password);
  if (hashed.kind === 'busy') return 'busy';
  const { email } = form;
  const atMs = deps.clock.nowMs();
  return await createCustomer(
    deps,
    {
      ...(await attribution(deps, form, client)),
      email,
      passwordHash: hashed.hash,
      profile,
      uniqid: createUniqid(),
      termsVersion: TERMS_VERSION,
      info: client.info,
      language,
      isEmailConfirmed: false,
      atMs,
    },
    async (tx, customerId) => await mailConfirmation(deps, tx, { customerId, atMs }),
  );
}

/**
 * Returns the country by the operator's IP service if there is one. Only called if the result can
 * lead to a rejection.
 */
async function findDeclaredCountry(deps: SignUpDeps, ip: string): Promise<string | undefined> {
  if (deps.settings.countriesBlocked.length === 0) return undefined;
  return (await deps.findIpInfo(ip)).country_short;
}

function isBlocked(deps: SignUpDeps, alpha2: string | undefined): boolean {
  return alpha2 !== undefined && deps.settings.countriesBlocked.includes(alpha2);
}

/**
 * Returns the first known country of these codes: a phone number can belong to none, or to several.
 */
function findCountryId(deps: SignUpDeps, alpha2s: readonly (string | undefined)[]): number | null {
  for (const alpha2 of alpha2s) {
    const country = alpha2 === undefined ? undefined : deps.countries.findByAlpha2(alpha2);
    if (country !== undefined) return country.id;
  }
  return null;
}

/**
 * Returns the referral data of a sign-up. An unknown or own code is ignored, together with its
 * data.
 */
async function attribution(
  deps: SignUpDeps,
  form: Form,
  client: Client,
): Promise<Pick<NewCustomer, 'referredBy' | 'sourcePage'>> {
  const isKnown =
    form.ref !== undefined && (await isForeignCode(deps.db.kysely, form.ref, form.email));
  if (form.ref === undefined || !isKnown) return { referredBy: null, sourcePage: null };
  return { referredBy: form.ref, sourcePage: client.info?.source_page ?? null };
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
