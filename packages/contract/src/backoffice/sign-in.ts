// The sign-in of staff, and their own sessions and password.
import * as z from 'zod/mini';
import { Email, Info, Password } from '../accounts.ts';
import { defineRoute } from '../route.ts';
import { OpenSession } from '../identity/sessions.ts';
import { Id, SecondFactorCode } from '../wire.ts';
import { ROLES } from './roles.ts';

/**
 * The minimum length of staff passwords. It is longer than a customer's, because they protect more
 * than one account.
 */
export const STAFF_PASSWORD_LENGTH_MIN = 12;
const STAFF_PASSWORD_LENGTH_MAX = 128;

export const StaffPassword = z
  .string()
  .check(z.minLength(STAFF_PASSWORD_LENGTH_MIN), z.maxLength(STAFF_PASSWORD_LENGTH_MAX));

export const StaffMember = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  /**
   * Set if someone else chose the password. Until the member changes it, every other call is
   * forbidden.
   */
  must_change_password: z.optional(z.literal(true)),
});
export type StaffMember = z.infer<typeof StaffMember>;

/** The signed-in member, and the name of the broker. */
export const StaffSelf = z.object({ ...StaffMember.shape, operator: z.string() });
export type StaffSelf = z.infer<typeof StaffSelf>;

export const StaffSession = z.object({ access_token: z.string(), staff: StaffMember });
export type StaffSession = z.infer<typeof StaffSession>;

export const loginStaff = defineRoute({
  method: 'POST',
  path: '/api/backoffice/login',
  summary:
    'Signs a member of staff in with email, password and the code of their authenticator app. The session ends after 15 minutes without use, and after 8 hours.',
  access: 'public',
  rate: 'credential',
  body: z.strictObject({
    email: Email,
    password: Password,
    code: z.optional(SecondFactorCode),
    info: Info,
  }),
  reply: StaffSession,
  rejections: [
    'invalid-credentials',
    'blocked',
    'second-factor',
    'second-factor-missing',
    'code-invalid',
    'sign-on-required',
    'password-expired',
    'proof-required',
  ],
});

export const enrolStaff = defineRoute({
  method: 'POST',
  path: '/api/backoffice/enrol',
  summary:
    'Returns a secret for the authenticator app to a member of staff without one. Signing in with a first code confirms it.',
  access: 'public',
  rate: 'credential',
  body: z.strictObject({ email: Email, password: Password }),
  reply: z.object({ secret: z.string(), uri: z.string() }),
  rejections: [
    'invalid-credentials',
    'blocked',
    'sign-on-required',
    'password-expired',
    'second-factor',
    'proof-required',
  ],
});

export const logoutStaff = defineRoute({
  method: 'POST',
  path: '/api/backoffice/logout',
  summary: 'Ends this session of a member of staff.',
  access: 'staff',
  roles: 'any',
  rate: 'ordinary',
  reply: z.object({}),
  rejections: [],
});

export const getStaffSelf = defineRoute({
  method: 'GET',
  path: '/api/backoffice/me',
  summary: 'Returns the signed-in member of staff, their roles and the operator’s name.',
  access: 'staff',
  roles: 'any',
  rate: 'ordinary',
  reply: StaffSelf,
  rejections: [],
});

export const listStaffSessions = defineRoute({
  method: 'GET',
  path: '/api/backoffice/sessions',
  summary: 'The caller’s own open sessions, newest first.',
  access: 'staff',
  roles: 'any',
  rate: 'ordinary',
  reply: z.array(OpenSession),
  rejections: [],
});

export const revokeStaffSession = defineRoute({
  method: 'POST',
  path: '/api/backoffice/sessions/revoke',
  summary: 'Ends one of the caller’s own sessions.',
  access: 'staff',
  roles: 'any',
  rate: 'ordinary',
  body: z.strictObject({ id: z.uuid() }),
  reply: z.object({}),
  rejections: ['not-found'],
});

type NewPasswords = { readonly new_password: string; readonly confirm_password: string };

export const updateStaffPassword = defineRoute({
  method: 'POST',
  path: '/api/backoffice/password',
  summary: 'Changes the caller’s own password; their other sessions end.',
  access: 'staff',
  roles: 'any',
  rate: 'credential',
  body: z
    .strictObject({
      current_password: Password,
      new_password: StaffPassword,
      confirm_password: z.string(),
    })
    .check(
      z.refine<NewPasswords>((form) => form.new_password === form.confirm_password, {
        path: ['confirm_password'],
        message: 'The passwords do not match',
      }),
    ),
  reply: z.object({}),
  rejections: [
    'invalid-credentials',
    'password-expired',
    'password-known',
    'password-unchanged',
    'sign-on-required',
  ],
});
