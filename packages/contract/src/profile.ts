// The customer's own profile: ten fields, all required before the first deposit.
import * as z from 'zod/mini';
import { Email, Name, Password, Phone, User } from './accounts.ts';
import { defineRoute } from './route.ts';
import { Id, PlainLine, tokenField, SecondFactorCode } from './wire.ts';

export const STREET_LENGTH_MAX = 160;
export const ZIP_CODE_LENGTH_MAX = 16;
export const AGE_MIN_YEARS = 18;

/** A date of birth. The server checks whether the day exists and lies far enough in the past. */
const BirthDate = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date such as 1990-12-31'),
  );

export const updateProfile = defineRoute({
  method: 'POST',
  path: '/api/accounts/update',
  summary:
    'Saves the profile. A new email address requires the password (and the code) and must be confirmed.',
  access: 'customer',
  rate: 'credential',
  body: z.strictObject({
    ...tokenField,
    first_name: Name,
    last_name: Name,
    email: Email,
    phone: Phone,
    birth_date: BirthDate,
    country_id: Id,
    state: Name,
    city: Name,
    street: PlainLine(STREET_LENGTH_MAX),
    zip_code: PlainLine(ZIP_CODE_LENGTH_MAX),
    current_password: z.optional(Password),
    code: z.optional(SecondFactorCode),
  }),
  reply: z.object({ user: User }),
  rejections: [
    'email-taken',
    'invalid-credentials',
    'password-required',
    'second-factor',
    'code-invalid',
    'profile-locked',
  ],
});
