import { NAME_LENGTH_MAX, type User } from '@halyard/contract/accounts';
import { STREET_LENGTH_MAX, ZIP_CODE_LENGTH_MAX } from '@halyard/contract/profile';
import { PROFILE_FIELDS } from '#data/auth/profile-complete.ts';
import {
  checkEmail,
  checkLine,
  checkRequired,
  collectProblems,
  type Problems,
} from '#forms/problems.ts';
import { checkPhone } from '#forms/phone.ts';

export type ProfileField = (typeof PROFILE_FIELDS)[number];
export type ProfileValues = { readonly [Name in ProfileField]: string };

/** The fields that staff have verified by documents, which a verified customer can't change. */
const PROVED_FIELDS: readonly ProfileField[] = [
  'first_name',
  'last_name',
  'birth_date',
  'country_id',
];

/** Returns the initial values of the form. */
export function toProfileValues(user: User): ProfileValues {
  const entries = PROFILE_FIELDS.map((field) => [field, String(user[field] ?? '')]);
  return Object.fromEntries(entries) as ProfileValues;
}

/** Returns the fields that this customer can't change. An empty field can still be filled in. */
export function lockedFields(user: User): ReadonlySet<ProfileField> {
  if (!user.verified_account) return new Set();
  return new Set(PROVED_FIELDS.filter((field) => user[field] !== null));
}

/** Returns the errors that prevent saving: all ten fields are required. */
export function checkProfile(
  values: ProfileValues,
  homeCountry: string | undefined,
): Problems<ProfileValues> {
  return collectProblems<ProfileValues>({
    first_name: checkLine(values.first_name, 'firstName', NAME_LENGTH_MAX),
    last_name: checkLine(values.last_name, 'lastName', NAME_LENGTH_MAX),
    email: checkEmail(values.email),
    phone: checkPhone(values.phone, homeCountry),
    birth_date: checkRequired(values.birth_date, 'birthDate'),
    country_id: checkRequired(values.country_id, 'country'),
    state: checkLine(values.state, 'state', NAME_LENGTH_MAX),
    city: checkLine(values.city, 'city', NAME_LENGTH_MAX),
    street: checkLine(values.street, 'street', STREET_LENGTH_MAX),
    zip_code: checkLine(values.zip_code, 'zipCode', ZIP_CODE_LENGTH_MAX),
  });
}
