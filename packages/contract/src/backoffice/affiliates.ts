// Affiliates, as staff see them.
import * as z from 'zod/mini';
import { Email, Name } from '../accounts.ts';
import { AffiliateSignUp } from '../affiliates.ts';
import { Id, Instant } from '../wire.ts';
import { defineResource, field, PathId, QueryFlag } from './resource.ts';
import { allow } from './roles.ts';

const READ = allow('support', 'finance');
const FINANCE = allow('finance');
/** The maximum length of each list on an affiliate's page. */
export const AFFILIATE_SIGN_UPS_MAX = 100;

const Code = z.string().check(z.regex(/^[\w-]{4,64}$/, 'must be 4 to 64 letters, digits, - or _'));
/** The code of an affiliate's link; null requests a random code. */
const NewCode = z.nullable(Code);
const CodeRow = z.object({
  code: z.string(),
  /** The path of the affiliate's link, appended to the site's address. */
  path: z.string(),
  sign_ups: z.int(),
});
const { id, ...signUpFields } = AffiliateSignUp.shape;
const SignUp = z.object({ customer_id: id, ...signUpFields });
const SourcePage = z.object({ source_page: z.nullable(z.string()), sign_ups: z.int() });

const changing = { roles: FINANCE, on: 'one', input: {}, reply: {}, rejections: [] } as const;

export const affiliates = defineResource({
  name: 'affiliates',
  title: 'Affiliates',
  one: 'Affiliate',
  group: 'clients',
  brief: ['name', 'blocked'],
  heading: ['name'],
  id: PathId,
  read: READ,
  row: {
    id: field(Id, READ),
    email: field(z.string(), READ),
    name: field(z.string(), READ),
    created_at: field(Instant, READ),
    blocked: field(z.boolean(), READ),
  },
  detail: {
    codes: field(z.array(CodeRow), READ),
    /** The pages with the most sign-ups. */
    source_pages: field(z.array(SourcePage), READ),
    /** The affiliate's sign-ups, newest first, each with its first deposit if there is one. */
    sign_ups: field(z.array(SignUp), READ),
    /** The number of sign-ups with a deposit. */
    conversions: field(z.array(SignUp), FINANCE),
  },
  search: ['email', 'name'],
  filters: { blocked: { schema: QueryFlag, fields: ['blocked'] } },
  sorts: ['id', 'email'],
  order: 'desc',
  export: FINANCE,
  actions: {
    create: {
      label: 'Add an affiliate',
      summary: 'Adds an affiliate with a first code. The password is shown once.',
      roles: FINANCE,
      on: 'all',
      input: { email: Email, name: Name, code: NewCode },
      reply: { id: Id, code: z.string(), password: z.string() },
      rejections: ['email-taken', 'code-taken'],
    },
    'add-code': {
      ...changing,
      summary: 'Adds a code for links.',
      input: { code: NewCode },
      reply: { code: z.string() },
      rejections: ['code-taken'],
    },
    'reset-password': {
      ...changing,
      summary: 'Sets a new password, which is shown once; all sessions end.',
      reply: { password: z.string() },
    },
    'reset-second-factor': {
      ...changing,
      summary:
        'Removes the authenticator app after the affiliate has proved who they are; all sessions end.',
    },
    block: {
      ...changing,
      when: [{ blocked: [false] }],
      undo: 'unblock',
      summary: 'Ends the affiliate’s sessions and prevents sign-in.',
    },
    unblock: {
      ...changing,
      when: [{ blocked: [true] }],
      undo: 'block',
      summary: 'Lets the affiliate sign in again.',
    },
  },
});
