// Changes of a customer's profile by staff, which a second person approves.
import * as z from 'zod/mini';
import { Name, Phone } from '#accounts.ts';
import { STREET_LENGTH_MAX, ZIP_CODE_LENGTH_MAX } from '#profile.ts';
import { Day, PlainLine } from '#wire.ts';

/** Everything but the email address, which only the customer changes because it opens the account. */
export const PROFILE_FIELDS = [
  'first_name',
  'last_name',
  'birth_date',
  'phone',
  'country',
  'state',
  'city',
  'street',
  'zip_code',
] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

/**
 * What happens to the verification of a verified customer: the documents on file prove the new
 * values, or the customer has to be verified again.
 */
export const VERIFICATION_EFFECTS = ['keep', 'withdraw'] as const;
export type VerificationEffect = (typeof VERIFICATION_EFFECTS)[number];

/** The new values; an absent field stays as it is. */
export const PROFILE_INPUT = {
  first_name: z.optional(Name),
  last_name: z.optional(Name),
  birth_date: z.optional(Day('1990-12-31')),
  phone: z.optional(Phone),
  /** ISO 3166 alpha-2. */
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, 'must be two capitals such as DE'))),
  state: z.optional(Name),
  city: z.optional(Name),
  street: z.optional(PlainLine(STREET_LENGTH_MAX)),
  zip_code: z.optional(PlainLine(ZIP_CODE_LENGTH_MAX)),
};

/** The old and the new value of each changed field. */
export const ProfileChanges = z.array(
  z.object({
    profile_field: z.enum(PROFILE_FIELDS),
    before: z.nullable(z.string()),
    after: z.string(),
  }),
);
