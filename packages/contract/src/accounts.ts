// Sign-up, sign-in, the session, and a customer's data.
import * as z from 'zod/mini';
import { LANGUAGES } from './config.ts';
import { defineRoute } from './route.ts';
import { Flag, Id, Instant, PlainLine, tokenField } from './wire.ts';

export const NAME_LENGTH_MAX = 80;
export const EMAIL_LENGTH_MAX = 254;
// The pattern of an email address. It excludes invisible characters, which could imitate another
// address or control a terminal.
export const EMAIL_PATTERN =
  /^[^\s\p{C}@<>()[\]\\,;:"]+@[^\s\p{C}@<>()[\]\\,;:"]+\.[^\s\p{C}@<>()[\]\\,;:".]{2,}$/u;
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;
const PHONE_LENGTH_MAX = 32;
const INFO_LENGTH_MAX = 2048;

export const Name = PlainLine(NAME_LENGTH_MAX);
export const Email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(EMAIL_LENGTH_MAX),
    z.regex(EMAIL_PATTERN, 'invalid email address'),
  );
const PHONE_MISSING = 'Phone number is required';
/**
 * A phone number. The schema checks only its form; the server checks whether the number can exist.
 */
export const Phone = z
  .string(PHONE_MISSING)
  .check(
    z.trim(),
    z.minLength(1, PHONE_MISSING),
    z.maxLength(PHONE_LENGTH_MAX, 'Phone number not valid'),
  );
export const Password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_LENGTH_MAX));
export const NewPassword = z
  .string()
  .check(z.minLength(PASSWORD_LENGTH_MIN), z.maxLength(PASSWORD_LENGTH_MAX));

/** Client info as JSON text: ip, country_short, country_long, city, and source_page at sign-up. */
export const Info = z.optional(z.string().check(z.maxLength(INFO_LENGTH_MAX)));

/** A customer's data in their own session. Documents are JSON text; null means nothing uploaded. */
export const User = z.object({
  id: Id,
  token: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string(),
  birth_date: z.nullable(z.string()),
  country_id: z.nullable(Id),
  state: z.nullable(z.string()),
  city: z.nullable(z.string()),
  street: z.nullable(z.string()),
  zip_code: z.nullable(z.string()),
  created_at: Instant,
  pin: z.nullable(z.string()),
  level: z.string(),
  verified_account: z.boolean(),
  /** Whether the email address is confirmed. Withdrawals are rejected before it is. */
  email_confirmed: z.boolean(),
  /** Whether sign-in requires a second factor. */
  second_factor: z.boolean(),
  auto_trading: Flag,
  uniqid: z.string(),
  custom_leverage: z.record(z.string(), z.array(z.int())),
  assets_group_permission: z.array(Id),
  doc_passport: z.nullable(z.string()),
  doc_address: z.nullable(z.string()),
  doc_funding_front: z.nullable(z.string()),
  doc_funding_back: z.nullable(z.string()),
});
export type User = z.infer<typeof User>;

export const Session = z.object({
  user: User,
  access_token: z.string(),
  /** Set when a member of staff views the account: changes are rejected as read-only. */
  viewed_by_staff: z.optional(z.literal(true)),
});
export type Session = z.infer<typeof Session>;

export const register = defineRoute({
  method: 'POST',
  path: '/api/accounts/register',
  summary: 'Creates a customer and signs them in.',
  access: 'public',
  rate: 'credential',
  body: z.strictObject({
    first_name: Name,
    last_name: Name,
    email: Email,
    phone: Phone,
    password: NewPassword,
    agree: z.literal(true, 'You must to agree to Terms & Conditions'),
    country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
    ref: z.optional(z.string().check(z.maxLength(64))),
    /** The language of mails to the customer; if absent, the server uses the browser's language. */
    lng: z.optional(z.enum(LANGUAGES)),
    info: Info,
  }),
  reply: Session,
  status: 201,
  rejections: ['email-taken', 'password-known', 'registration-closed', 'proof-required'],
});

export const login = defineRoute({
  method: 'POST',
  path: '/api/accounts/login',
  summary: 'Signs a customer in with email and password.',
  access: 'public',
  rate: 'credential',
  body: z.strictObject({ email: Email, password: Password, info: Info }),
  reply: Session,
  rejections: [
    'invalid-credentials',
    'blocked',
    'account-closed',
    'second-factor',
    'proof-required',
  ],
});

export const logout = defineRoute({
  method: 'POST',
  path: '/api/accounts/logout',
  summary: 'Ends this session; `idle` says that nobody asked for it.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject({ ...tokenField, idle: z.optional(z.boolean()) }),
  reply: z.object({}),
  rejections: [],
});

export const getAccount = defineRoute({
  method: 'POST',
  path: '/api/accounts/get',
  summary: 'The signed-in customer.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject(tokenField),
  reply: Session,
  rejections: [],
});

export const Country = z.object({ id: Id, name: z.string(), alpha2: z.string() });
export type Country = z.infer<typeof Country>;

export const listCountries = defineRoute({
  method: 'GET',
  path: '/api/get/countries',
  summary: 'All countries, by name.',
  access: 'public',
  rate: 'ordinary',
  query: z.strictObject(tokenField),
  reply: z.array(Country),
  rejections: [],
});
