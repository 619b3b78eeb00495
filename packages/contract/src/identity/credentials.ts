// Sign-in methods besides the password, and changes of email and password.
//
// The code of a link is 256 random bits. Opening its page does not use it up; the call does.
import * as z from 'zod/mini';
import { Email, Info, NewPassword, Password, Session } from '../accounts.ts';
import { hasCodeOrPasskey, PasskeyAssertion } from './passkey-assertion.ts';
import { defineRoute } from '../route.ts';
import { SecondFactorCode, tokenField } from '../wire.ts';

const CODE_LENGTH_MAX = 64;
const PASSWORDS_DIFFER = 'The passwords do not match';

/** The code of a link or challenge. */
const OneTimeCode = z.string().check(z.minLength(1), z.maxLength(CODE_LENGTH_MAX));

const newPasswordFields = { new_password: NewPassword, confirm_password: z.string() };
type NewPasswords = { readonly new_password: string; readonly confirm_password: string };
const passwordsAgree = z.refine<NewPasswords>(
  (form) => form.new_password === form.confirm_password,
  { path: ['confirm_password'], message: PASSWORDS_DIFFER },
);

export const loginSecond = defineRoute({
  method: 'POST',
  path: '/api/accounts/login/second',
  summary: 'The second step of a sign-in: the challenge of the first, and a code or a passkey.',
  access: 'public',
  rate: 'credential',
  body: z
    .strictObject({
      challenge: OneTimeCode,
      code: z.optional(SecondFactorCode),
      passkey: z.optional(PasskeyAssertion),
    })
    .check(hasCodeOrPasskey),
  reply: Session,
  // 'session-ended': the challenge has expired, and the client must sign in again from the start.
  rejections: ['session-ended', 'code-invalid', 'blocked', 'account-closed', 'proof-required'],
});

export const loginByLink = defineRoute({
  method: 'POST',
  path: '/api/accounts/login/{code}',
  summary: 'Signs in with an auto-login link; each use ends the previous session.',
  access: 'public',
  rate: 'credential',
  params: z.strictObject({ code: OneTimeCode }),
  body: z.strictObject({ info: Info }),
  reply: Session,
  rejections: ['link-invalid', 'blocked', 'account-closed', 'second-factor', 'proof-required'],
});

export const forgotPassword = defineRoute({
  method: 'POST',
  path: '/api/get/forgotPassword',
  summary: 'Mails a single-use link to /password/reset/{code} for a new password.',
  access: 'public',
  rate: 'credential',
  body: z.strictObject({ email: Email }),
  reply: z.object({}),
  rejections: ['email-unknown', 'proof-required'],
});

export const resetPassword = defineRoute({
  method: 'POST',
  path: '/api/accounts/resetPassword',
  summary: 'Sets a new password with the code of a mailed link; every session ends.',
  access: 'public',
  rate: 'credential',
  body: z.strictObject({ code: OneTimeCode, ...newPasswordFields }).check(passwordsAgree),
  reply: z.object({}),
  rejections: ['link-invalid', 'password-known', 'proof-required'],
});

export const updatePassword = defineRoute({
  method: 'POST',
  path: '/api/accounts/updatePassword',
  summary: 'Changes the password; the other sessions end.',
  access: 'customer',
  rate: 'credential',
  body: z
    .strictObject({
      ...newPasswordFields,
      ...tokenField,
      /** The current password, required if it was not entered in the last 15 minutes. */
      current_password: z.optional(Password),
      code: z.optional(SecondFactorCode),
    })
    .check(passwordsAgree),
  reply: z.object({}),
  rejections: [
    'invalid-credentials',
    'password-known',
    'password-required',
    'second-factor',
    'code-invalid',
  ],
});

export const stepUp = defineRoute({
  method: 'POST',
  path: '/api/accounts/prove',
  summary:
    'Re-authenticates the session with the password, a code or both (step-up authentication).',
  access: 'customer',
  rate: 'credential',
  body: z.strictObject({
    ...tokenField,
    password: z.optional(Password),
    code: z.optional(SecondFactorCode),
    /** A passkey's assertion, which replaces the code. */
    passkey: z.optional(PasskeyAssertion),
  }),
  reply: z.object({}),
  rejections: ['invalid-credentials', 'code-invalid'],
});

export const confirmEmail = defineRoute({
  method: 'POST',
  path: '/api/accounts/confirmEmail',
  summary: 'Confirms an email address with the code of a mailed link.',
  access: 'public',
  rate: 'credential',
  body: z.strictObject({ code: OneTimeCode }),
  reply: z.object({}),
  rejections: ['link-invalid', 'proof-required'],
});

export const sendConfirmation = defineRoute({
  method: 'POST',
  path: '/api/accounts/sendConfirmation',
  summary: 'Mails a new link to /email/confirm/{code}, unless the email is already confirmed.',
  access: 'customer',
  rate: 'credential',
  body: z.strictObject(tokenField),
  reply: z.object({}),
  rejections: [],
});
