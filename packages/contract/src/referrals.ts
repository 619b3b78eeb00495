// The customers that a customer referred.
import * as z from 'zod/mini';
import { defineRoute } from './route.ts';
import { Id, Instant, tokenField } from './wire.ts';

export const REFERRALS_PAGE_MAX = 200;

export const Referral = z.object({
  /** The referral's row id, which `before` of the next page refers to. */
  id: Id,
  full_name: z.string(),
  email: z.string(),
  created_at: Instant,
});
export type Referral = z.infer<typeof Referral>;

export const listReferrals = defineRoute({
  method: 'POST',
  path: '/api/accounts/referrals',
  summary:
    'Returns the sign-ups by this customer’s referral link, newest first, optionally before an id.',
  access: 'customer',
  rate: 'ordinary',
  reads: true,
  body: z.strictObject({
    ...tokenField,
    before: z.optional(Id),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(REFERRALS_PAGE_MAX))),
  }),
  reply: z.array(Referral),
  /** 'not-found': the installation has only the platform (PLATFORM_ONLY). */
  rejections: ['not-found'],
});
