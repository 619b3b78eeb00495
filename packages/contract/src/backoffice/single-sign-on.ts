// Single sign-on of staff by OpenID Connect. The provider sends the browser back to a page of the
// back office, which passes the answer on; no cookie is set.
import * as z from 'zod/mini';
import { Info } from '../accounts.ts';
import { defineRoute } from '../route.ts';
import { StaffSession } from './sign-in.ts';

/** The page to which the provider sends the browser back. */
export const SIGN_ON_PATH = '/backoffice/sign-on';

const SECRET_LENGTH_MAX = 100;
/** The maximum length of the query that the provider appends to the page's address. */
const RESPONSE_LENGTH_MAX = 8_192;
const LABEL_LENGTH_MAX = 60;

export const getSignInOptions = defineRoute({
  method: 'GET',
  path: '/api/backoffice/sign-in-options',
  summary: 'Returns the ways to sign in to the back office besides the password.',
  access: 'public',
  rate: 'ordinary',
  reply: z.object({
    /** The label of the button; absent without single sign-on. */
    single_sign_on: z.optional(
      z.object({ label: z.string().check(z.maxLength(LABEL_LENGTH_MAX)) }),
    ),
  }),
  rejections: [],
});

export const startSignOn = defineRoute({
  method: 'POST',
  path: '/api/backoffice/sign-on/start',
  summary:
    'Starts single sign-on. Returns the address of the provider, and a secret that only this tab keeps. The browser has ten minutes to come back.',
  access: 'public',
  rate: 'credential',
  body: z.strictObject({}),
  reply: z.object({ url: z.string(), secret: z.string() }),
  rejections: ['not-found', 'sign-on-unavailable'],
});

export const finishSignOn = defineRoute({
  method: 'POST',
  path: '/api/backoffice/sign-on/finish',
  summary:
    'Finishes single sign-on with the answer of the provider and the secret of the start, which works once. The session has the limits of one with a password.',
  access: 'public',
  rate: 'credential',
  body: z.strictObject({
    secret: z.string().check(z.maxLength(SECRET_LENGTH_MAX)),
    /** The query of the page's address, exactly as the provider wrote it. */
    response: z.string().check(z.maxLength(RESPONSE_LENGTH_MAX)),
    info: Info,
  }),
  reply: StaffSession,
  rejections: [
    'not-found',
    'sign-on-failed',
    'sign-on-no-role',
    'sign-on-email',
    'sign-on-unavailable',
    'blocked',
    'last-admin',
  ],
});
