// Changes of a customer's profile by staff. Two people approve each (contract's approval rules):
// whoever can change a name alone can make one person's account another person's.
import type {
  ProfileField,
  VerificationEffect,
} from '@halyard/contract/backoffice/desk/profile-edit';
import { PROFILE_FIELDS } from '@halyard/contract/backoffice/desk/profile-edit';
import type { Rejection } from '@halyard/contract/rejections';
import { assertPresent } from '@halyard/core/assertion';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Countries } from '#features/locations/locations.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { TermsChanger } from './terms-change.ts';
import { findCustomer, updateProfileRow } from './customer-store.ts';
import type { Customer, Profile } from './customer.ts';
import { changesIdentity } from './identity-fields.ts';
import type { IdentityListener } from './identity-fields.ts';
import { findBirthDateProblem } from './birth-date.ts';
import { findCountryProblem, readPhone } from './read-profile-fields.ts';
import type { FieldDeps } from './read-profile-fields.ts';

export type ProfileFields = Readonly<Partial<Record<ProfileField, string | undefined>>>;

/** The old value is null where the customer has not entered one. */
export type ProfileChange = {
  readonly field: ProfileField;
  readonly before: string | null;
  readonly after: string;
};

export type ProfileEdit = {
  readonly customerId: number;
  /** The version of the profile that the actor has seen. */
  readonly profileVersion: string;
  readonly fields: ProfileFields;
  readonly verification: VerificationEffect;
  readonly actor: string;
  readonly reason: string;
  /** Records the actor's approval, and returns whether enough people have approved. */
  readonly judge: (
    tx: Kysely<object>,
    changes: readonly ProfileChange[],
  ) => Promise<
    | { readonly kind: 'approved'; readonly by: readonly string[] }
    | Waiting
    | { readonly kind: 'refused'; readonly rejection: Rejection }
  >;
};
type Waiting = {
  readonly kind: 'waiting';
  readonly step: 'request' | 'first';
  readonly missing: 1 | 2;
};

export type EditedProfile =
  | { readonly kind: 'edited' | 'unchanged' }
  | Waiting
  | { readonly kind: 'refused'; readonly rejection: Rejection };

export type EditProfileDeps = FieldDeps & {
  readonly clock: Clock;
  readonly countries: Countries;
  readonly notifications: Pick<Notifications, 'notify'>;
  readonly noteIdentity: IdentityListener;
  readonly terms: Pick<TermsChanger, 'changeTerms'>;
};

/** Changes the profile, or records an approval of the change. */
export async function editProfile(
  deps: EditProfileDeps,
  edit: ProfileEdit,
): Promise<EditedProfile> {
  const { customerId, profileVersion, actor, reason } = edit;
  let edited: EditedProfile = { kind: 'unchanged' };
  const { isOutdated } = await deps.terms.changeTerms({
    customerId,
    profileVersion,
    by: { actor, action: 'customer.unverify', reason },
    change: async (terms, tx) => {
      edited = await editHeld(deps, tx, edit);
      const withdraws = edited.kind === 'edited' && edit.verification === 'withdraw';
      return { isVerified: terms.isVerified && !withdraws };
    },
  });
  return isOutdated ? { kind: 'refused', rejection: { code: 'profile-changed' } } : edited;
}

/** Changes the profile in a transaction that holds the customer. */
async function editHeld(
  deps: EditProfileDeps,
  tx: Kysely<object>,
  edit: ProfileEdit,
): Promise<EditedProfile> {
  const { customerId, actor, reason, verification } = edit;
  const customer = assertPresent(await findCustomer(tx, customerId), 'a held customer is there');
  if (customer.closedAtMs !== null) return refuse({ code: 'account-closed' });
  const read = readFields(deps, customer, edit.fields);
  if ('errors' in read) return refuse({ code: 'invalid', errors: read.errors });
  const changes = listChanges(deps, customer.profile, read.profile);
  if (changes.length === 0) return { kind: 'unchanged' };
  const judged = await edit.judge(tx, changes);
  if (judged.kind === 'refused') return judged;
  const atMs = deps.clock.nowMs();
  // Only the names of the fields are recorded, as for a customer's own change.
  const record = async (action: string, facts: object): Promise<void> => {
    const after = { fields: changes.map(({ field }) => field), verification, ...facts };
    await recordAudit(tx, atMs, {
      actor,
      action,
      subject: `customer:${customerId}`,
      reason,
      after,
    });
  };
  if (judged.kind === 'waiting') {
    await record(`customer.profile-${judged.step}`, {});
    return judged;
  }
  await updateProfileRow(tx, customerId, { email: customer.email, profile: read.profile });
  if (changesIdentity(customer.profile, read.profile)) await deps.noteIdentity(tx, customerId);
  const key = `profile:${atMs}`;
  await deps.notifications.notify(tx, {
    customerId,
    kind: 'profile-changed',
    facts: { atMs },
    key,
  });
  await record('customer.profile', { approvedBy: judged.by });
  return { kind: 'edited' };
}

type ReadFields =
  | { readonly profile: Profile }
  | { readonly errors: Readonly<Record<string, string>> };

/** Validates the given fields; a missing one keeps its value. */
function readFields(
  deps: EditProfileDeps,
  { profile }: Customer,
  fields: ProfileFields,
): ReadFields {
  const errors: Record<string, string> = {};
  const { country: alpha2, birth_date: birthDate, phone } = fields;
  const { countries, clock } = deps;
  const present = profile.countryId === null ? undefined : countries.findById(profile.countryId);
  const country = alpha2 === undefined ? present : countries.findByAlpha2(alpha2);
  const countryProblem = alpha2 === undefined ? undefined : findCountryProblem(deps, country);
  if (countryProblem !== undefined) errors['country'] = countryProblem;
  const number = phone === undefined ? { value: profile.phone } : readPhone(phone, country);
  if ('problem' in number) errors['phone'] = number.problem;
  const dateProblem =
    birthDate === undefined ? undefined : findBirthDateProblem(birthDate, clock.nowMs());
  if (dateProblem !== undefined) errors['birth_date'] = dateProblem;
  if ('problem' in number || Object.keys(errors).length > 0) return { errors };
  return {
    profile: {
      firstName: fields.first_name ?? profile.firstName,
      lastName: fields.last_name ?? profile.lastName,
      phone: number.value,
      birthDate: birthDate ?? profile.birthDate,
      countryId: country?.id ?? profile.countryId,
      state: fields.state ?? profile.state,
      city: fields.city ?? profile.city,
      street: fields.street ?? profile.street,
      zipCode: fields.zip_code ?? profile.zipCode,
    },
  };
}

function listChanges(
  deps: Pick<EditProfileDeps, 'countries'>,
  before: Profile,
  after: Profile,
): readonly ProfileChange[] {
  const [old, fresh] = [toFields(deps, before), toFields(deps, after)];
  return PROFILE_FIELDS.flatMap((field) => {
    const value = fresh[field];
    return value === null || value === old[field]
      ? []
      : [{ field, before: old[field], after: value }];
  });
}

function toFields(
  { countries }: Pick<EditProfileDeps, 'countries'>,
  profile: Profile,
): Readonly<Record<ProfileField, string | null>> {
  const { countryId } = profile;
  return {
    first_name: profile.firstName,
    last_name: profile.lastName,
    birth_date: profile.birthDate,
    phone: profile.phone,
    country: countryId === null ? null : (countries.findById(countryId)?.alpha2 ?? null),
    state: profile.state,
    city: profile.city,
    street: profile.street,
    zip_code: profile.zipCode,
  };
}

function refuse(rejection: Rejection): EditedProfile {
  return { kind: 'refused', rejection };
}
