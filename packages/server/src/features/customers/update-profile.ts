import type { Rejection } from '@halyard/contract/rejections';
import type { User } from '@halyard/contract/accounts';
import type { updateProfile as updateProfileRoute } from '@halyard/contract/profile';
import type { BodyOf } from '@halyard/contract/route';
import { assertPresent } from '@halyard/core/assertion';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import { isUniqueViolation } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, Caller } from '#platform/http/http.ts';
import { admitStranger, attemptOf, deleteCodesOf } from '#features/identity/identity.ts';
import { findBirthDateProblem } from './birth-date.ts';
import type { Countries } from '#features/locations/locations.ts';
import { findCustomer, updateProfileRow } from './customer-store.ts';
import { clearEmailConfirmed, lockCustomer } from './credential-store.ts';
import type { Customer, Profile } from './customer.ts';
import {
  checkCredentialChange,
  holdCredentials,
  mailConfirmation,
  stepUpWithPassword,
} from './credentials/credentials.ts';
import { changesIdentity, IDENTITY_FIELDS } from './identity-fields.ts';
import type { IdentityListener } from './identity-fields.ts';
import { keepOutEmail } from './close-customer.ts';
import type { HashEmail } from './close-customer.ts';
import { ensureAccount } from './ensure-account.ts';
import type { EnsureAccountDeps } from './ensure-account.ts';
import { getAccount } from './get-account.ts';
import { findCountryProblem, readPhone } from './read-profile-fields.ts';
import { getTerms } from './terms-store.ts';
import type { StepUpDeps } from './credentials/credentials.ts';

export type UpdateProfileDeps = EnsureAccountDeps &
  StepUpDeps & {
    readonly countries: Countries;
    readonly hashEmail: HashEmail;
    readonly noteIdentity: IdentityListener;
    readonly settings: { readonly countriesBlocked: readonly string[] };
  };

type Form = BodyOf<typeof updateProfileRoute>;

/** Saves a customer's complete profile, or rejects it without changes. */
export async function updateProfile(
  deps: UpdateProfileDeps,
  request: { readonly caller: Caller; readonly form: Form; readonly ip: string },
): Promise<Answer<{ user: User }>> {
  const { caller, form } = request;
  const customerId = caller.subjectId;
  const customer = assertPresent(
    await findCustomer(deps.db.kysely, customerId),
    'a session has a customer',
  );
  const read = readProfile(deps, form);
  if (read.kind === 'invalid') return refused({ code: 'invalid', errors: read.errors });

  await ensureAccount(deps, customer);
  if (await isLocked(deps.db.kysely, customer, read.profile)) {
    return refused({ code: 'profile-locked' });
  }
  if (form.email !== customer.email) {
    const rejection = await stepUpForEmailChange(deps, request);
    if (rejection !== undefined) return refused(rejection);
  }
  const saved = { email: form.email, profile: read.profile, sessionId: caller.sessionId };
  const outcome = await save(deps, customer, saved);
  // Another change of the email was faster, so the check is repeated.
  if (outcome === 'email-changed') return await updateProfile(deps, request);
  if (outcome !== 'saved') return refused({ code: outcome });
  const { user } = await getAccount(deps, { customerId, token: caller.token });
  return ok({ user });
}

/**
 * Requires step-up authentication: the email controls the account, so a session, which can be
 * stolen, is not enough.
 */
async function stepUpForEmailChange(
  deps: UpdateProfileDeps,
  { caller, form, ip }: { readonly caller: Caller; readonly form: Form; readonly ip: string },
): Promise<Rejection | undefined> {
  const { current_password: password, code } = form;
  if (password === undefined) return { code: 'password-required' };
  const claim = { customerId: caller.subjectId, sessionId: caller.sessionId, ip };
  const rejection =
    (await stepUpWithPassword(deps, { ...claim, password })) ??
    (await checkCredentialChange(deps, { ...claim, code }));
  if (rejection !== undefined) return rejection;
  // The attempt is rate-limited, because it mails the given address and must not be usable for
  // flooding.
  const attempt = attemptOf(`email-change:${claim.customerId}`, { ip, hasWorked: true });
  return (await admitStranger(deps.throttles.mail, attempt))?.rejection;
}

type ReadProfile =
  | { readonly kind: 'read'; readonly profile: Profile }
  | { readonly kind: 'invalid'; readonly errors: Readonly<Record<string, string>> };

function readProfile(deps: UpdateProfileDeps, form: Form): ReadProfile {
  const errors: Record<string, string> = {};
  const country = deps.countries.findById(form.country_id);
  const countryProblem = findCountryProblem(deps, country);
  if (countryProblem !== undefined) errors['country_id'] = countryProblem;
  const phone = readPhone(form.phone, country);
  if ('problem' in phone) errors['phone'] = phone.problem;
  const dateProblem = findBirthDateProblem(form.birth_date, deps.clock.nowMs());
  if (dateProblem !== undefined) errors['birth_date'] = dateProblem;
  if ('problem' in phone || Object.keys(errors).length > 0) return { kind: 'invalid', errors };
  return {
    kind: 'read',
    profile: {
      firstName: form.first_name,
      lastName: form.last_name,
      phone: phone.value,
      birthDate: form.birth_date,
      countryId: form.country_id,
      state: form.state,
      city: form.city,
      street: form.street,
      zipCode: form.zip_code,
    },
  };
}

/**
 * Returns whether a changed field is locked. Decided only in a transaction that locks the
 * customer's row, because staff may be verifying it now.
 */
async function isLocked(db: Kysely<object>, before: Customer, after: Profile): Promise<boolean> {
  if (!changesProved(before.profile, after)) return false;
  return (await getTerms(db, before.id)).terms.isVerified;
}

/**
 * Returns whether a proved field changes. An empty field is not proved yet, so it can be filled in.
 */
function changesProved(before: Profile, after: Profile): boolean {
  return IDENTITY_FIELDS.some((field) => before[field] !== null && before[field] !== after[field]);
}

type Saved = { readonly email: string; readonly profile: Profile; readonly sessionId: string };
type SaveOutcome = 'saved' | 'email-taken' | 'email-changed' | 'session-ended' | 'profile-locked';

async function save(
  deps: UpdateProfileDeps,
  customer: Customer,
  saved: Saved,
): Promise<SaveOutcome> {
  const fields = changedFields(customer, saved);
  if (fields.length === 0) return 'saved';
  const by = { customerId: customer.id, sessionId: saved.sessionId };
  try {
    return await deps.db.kysely.transaction().execute(async (tx): Promise<SaveOutcome> => {
      if (!(await holdCredentials(tx, by))) return 'session-ended';
      if ((await lockCustomer(tx, customer.id))?.email !== customer.email) return 'email-changed';
      const current = assertPresent(await findCustomer(tx, customer.id), 'a locked row is there');
      if (await isLocked(tx, current, saved.profile)) return 'profile-locked';
      // The customer is notified first, at the old address.
      if (fields.includes('email')) await leaveEmail(deps, tx, { customer, saved });
      await updateProfileRow(tx, customer.id, saved);
      if (changesIdentity(current.profile, saved.profile)) await deps.noteIdentity(tx, customer.id);
      if (fields.includes('email')) await askToConfirm(deps, tx, customer.id);
      // Only the names of the fields are recorded: the log is permanent, and personal data must be
      // erasable.
      await recordAudit(tx, deps.clock.nowMs(), {
        actor: `customer:${customer.id}`,
        action: 'customer.profile',
        subject: `customer:${customer.id}`,
        after: { fields },
      });
      return 'saved';
    });
  } catch (error) {
    if (isUniqueViolation(error, 'customers_email_unique')) return 'email-taken';
    throw error;
  }
}

async function leaveEmail(
  deps: UpdateProfileDeps,
  tx: Kysely<object>,
  { customer, saved }: { readonly customer: Customer; readonly saved: Saved },
): Promise<void> {
  const atMs = deps.clock.nowMs();
  const { id: customerId, email } = customer;
  await deps.notifications.notify(tx, {
    customerId,
    kind: 'email-changed',
    facts: { email: saved.email, atMs },
    key: `email:${atMs}`,
  });
  await keepOutEmail(deps, tx, { customerId, email, atMs });
}

/** Asks for confirmation of the new address; links to the old one become invalid. */
async function askToConfirm(
  deps: UpdateProfileDeps,
  tx: Kysely<object>,
  customerId: number,
): Promise<void> {
  await clearEmailConfirmed(tx, customerId);
  await deleteCodesOf(tx, customerId, ['reset-password', 'auto-login']);
  await mailConfirmation(deps, tx, { customerId, atMs: deps.clock.nowMs() });
}

function changedFields(customer: Customer, saved: Saved): readonly string[] {
  const fields = Object.keys(saved.profile).filter(
    (field) => customer.profile[field as keyof Profile] !== saved.profile[field as keyof Profile],
  );
  return customer.email === saved.email ? fields : ['email', ...fields];
}
