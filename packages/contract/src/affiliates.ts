// The affiliates' own sign-in and the sign-ups that they referred.
import * as z from 'zod/mini';
import { Email, Info, NewPassword, Password } from './accounts.ts';
import { defineRoute } from './route.ts';
import { Day, Id, Instant, SecondFactorCode, tokenField } from './wire.ts';

export const SIGN_UPS_PAGE_MAX = 5000;
export const SIGN_UP_FILTERS = ['created_at', 'transactions'] as const;

export const AffiliateSession = z.object({
  access_token: z.string(),
  user: z.object({ name: z.string(), email: z.string(), token: z.string() }),
});
export type AffiliateSession = z.infer<typeof AffiliateSession>;

export const loginAffiliate = defineRoute({
  method: 'POST',
  path: '/api/affiliate/login',
  summary:
    'Signs an affiliate in with email and password, and the code of their authenticator app if they have one.',
  access: 'public',
  rate: 'credential',
  body: z.strictObject({
    email: Email,
    password: Password,
    code: z.optional(SecondFactorCode),
    info: Info,
  }),
  reply: AffiliateSession,
  rejections: [
    'invalid-credentials',
    'blocked',
    'second-factor',
    'code-invalid',
    'password-expired',
    'proof-required',
  ],
});

export const enrolAffiliate = defineRoute({
  method: 'POST',
  path: '/api/affiliate/enrol',
  summary:
    'Returns a secret for the authenticator app to an affiliate without one. A first code confirms it. The password must have been entered in the last 15 minutes.',
  access: 'affiliate',
  rate: 'credential',
  body: z.strictObject(tokenField),
  reply: z.object({ secret: z.string(), uri: z.string() }),
  rejections: ['password-change-required', 'password-required', 'second-factor'],
});

export const confirmAffiliateFactor = defineRoute({
  method: 'POST',
  path: '/api/affiliate/confirmFactor',
  summary: 'Confirms the authenticator app by a first code. The affiliate’s other sessions end.',
  access: 'affiliate',
  rate: 'credential',
  body: z.strictObject({ ...tokenField, code: SecondFactorCode }),
  reply: z.object({}),
  rejections: ['second-factor-missing', 'second-factor', 'code-invalid', 'proof-required'],
});

export const logoutAffiliate = defineRoute({
  method: 'POST',
  path: '/api/affiliate/logout',
  summary: 'Ends this session of an affiliate.',
  access: 'affiliate',
  rate: 'ordinary',
  body: z.strictObject(tokenField),
  reply: z.object({}),
  rejections: [],
});

export const AffiliateSignUp = z.object({
  /** The sign-up's row id, which `before` of the next page refers to. */
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** The English name of the customer's country; null if unknown. */
  country: z.nullable(z.string()),
  created_at: Instant,
  /** The path of the page that the visitor opened first. */
  source_page: z.nullable(z.string()),
  /** The customer's first deposit: the earliest settled one; null if there is none. */
  transaction: z.nullable(z.object({ amount: z.number(), created_at: Instant })),
});
export type AffiliateSignUp = z.infer<typeof AffiliateSignUp>;

type Days = { readonly from?: string | undefined; readonly until?: string | undefined };

export const listAffiliateSignUps = defineRoute({
  method: 'POST',
  path: '/api/affiliate/get',
  summary:
    'The sign-ups that this affiliate referred, newest first: those of a span of days, which are inclusive and in UTC, by the day of the sign-up or of the first deposit.',
  access: 'affiliate',
  rate: 'ordinary',
  body: z
    .strictObject({
      ...tokenField,
      /** Which day `from` and `until` filter by; if absent, the day of the sign-up. */
      where: z.optional(z.enum(SIGN_UP_FILTERS)),
      from: z.optional(Day('2026-12-31')),
      until: z.optional(Day('2026-12-31')),
      before: z.optional(Id),
      limit: z.optional(z.int().check(z.minimum(1), z.maximum(SIGN_UPS_PAGE_MAX))),
    })
    .check(
      z.refine<Days>(
        ({ from, until }) => from === undefined || until === undefined || from <= until,
        { path: ['until'], message: 'must not be before from' },
      ),
    ),
  reply: z.array(AffiliateSignUp),
  rejections: ['password-change-required', 'second-factor-missing'],
});

export const AffiliateLinks = z.object({
  codes: z.array(z.object({ code: z.string(), url: z.string(), sign_ups: z.int() })),
  /** The pages with the most sign-ups. */
  source_pages: z.array(z.object({ source_page: z.nullable(z.string()), sign_ups: z.int() })),
});
export type AffiliateLinks = z.infer<typeof AffiliateLinks>;

export const listAffiliateLinks = defineRoute({
  method: 'POST',
  path: '/api/affiliate/links',
  summary: 'The affiliate’s codes with their links, and the pages that brought sign-ups.',
  access: 'affiliate',
  rate: 'ordinary',
  body: z.strictObject(tokenField),
  reply: AffiliateLinks,
  rejections: ['password-change-required', 'second-factor-missing'],
});

type NewPasswords = { readonly new_password: string; readonly confirm_password: string };

export const updateAffiliatePassword = defineRoute({
  method: 'POST',
  path: '/api/affiliate/updatePassword',
  summary: 'Changes the affiliate’s password; the other sessions end.',
  access: 'affiliate',
  rate: 'credential',
  body: z
    .strictObject({
      ...tokenField,
      new_password: NewPassword,
      confirm_password: z.string(),
      /** Required if the password was not entered in the last 15 minutes. */
      current_password: z.optional(Password),
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
    'password-required',
    'password-unchanged',
  ],
});
