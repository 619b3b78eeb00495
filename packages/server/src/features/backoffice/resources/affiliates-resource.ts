import {
  AFFILIATE_SIGN_UPS_MAX,
  affiliates as resource,
} from '@halyard/contract/backoffice/affiliates';
import type { AffiliateSignUp } from '@halyard/contract/affiliates';
import { sql } from 'kysely';
import { ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { createPassword } from '../create-password.ts';
import { bindResource, startsWith } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

const Stored = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  created_at: z.date(),
  blocked: z.boolean(),
});

// The columns must be written as in the indexes of 0001-customers.sql, so that PostgreSQL uses
// these.
const ID = { by: sql`id`, type: 'bigint' } as const;
const EMAIL = sql`email collate "C"`;
const NAME = sql`lower(name) collate "C"`;

const list = {
  select: sql`id, email, name, created_at, blocked_at is not null as blocked`,
  from: sql`affiliates`,
  key: ID,
  sorts: { id: ID, email: { by: EMAIL, type: 'text' } },
  filters: {
    blocked: (value: '0' | '1') => sql`(blocked_at is not null) = ${value === '1'}`,
  },
  search: {
    email: (text) => sql`select id from affiliates where ${startsWith(EMAIL, text.toLowerCase())}`,
    name: (text) => sql`select id from affiliates where ${startsWith(NAME, text.toLowerCase())}`,
  },
  toRow: (record) => {
    const { created_at: createdAt, ...row } = z.parse(Stored, record);
    return { ...row, created_at: createdAt.toISOString() };
  },
} satisfies ListSource<unknown>;

export function affiliatesResource(
  deps: FrameDeps & Pick<OperatorCommandDeps, 'affiliates'>,
): readonly RouteBinding[] {
  const { affiliates } = deps;
  /** Returns the paths of an affiliate's links. The browser adds the site's address. */
  const linksOf = async (affiliateId: number) =>
    await affiliates.listLinks({ affiliateId, origin: '' });
  const limit = AFFILIATE_SIGN_UPS_MAX;
  return bindResource(deps, resource, {
    list,
    detail: {
      codes: async (id) =>
        (await linksOf(id)).codes.map(({ url, ...code }) => ({ ...code, path: url })),
      source_pages: async (id) => (await linksOf(id)).source_pages,
      sign_ups: async (id) => (await affiliates.listSignUps(id, { limit })).map(toSignUp),
      conversions: async (id) =>
        (await affiliates.listSignUps(id, { where: 'transactions', limit })).map(toSignUp),
    },
    actions: {
      create: async ({ input, actor }) => {
        const { email, name } = input;
        const code = input.code ?? undefined;
        const password = createPassword();
        const created = await affiliates.create({ email, name, code, password, actor });
        if (created.kind !== 'created') return refused({ code: created.kind });
        return ok({ id: created.id, code: created.code, password });
      },
      'add-code': async ({ id: affiliateId, input, actor }) => {
        const code = input.code ?? undefined;
        const added = await affiliates.addCode({ affiliateId, code, actor });
        return added === undefined ? refused({ code: 'code-taken' }) : ok({ code: added });
      },
      'reset-password': async ({ id: affiliateId, actor }) => {
        const password = createPassword();
        await affiliates.setPassword({ affiliateId, actor, password });
        return ok({ password });
      },
      'reset-second-factor': async ({ id: affiliateId, actor }) => {
        await affiliates.resetSecondFactor({ affiliateId, actor });
        return ok({});
      },
      block: async ({ id: affiliateId, actor }) => {
        await affiliates.setBlocked({ affiliateId, actor, isBlocked: true });
        return ok({});
      },
      unblock: async ({ id: affiliateId, actor }) => {
        await affiliates.setBlocked({ affiliateId, actor, isBlocked: false });
        return ok({});
      },
    },
  });
}

/**
 * Converts a sign-up. The customer's id is named by its kind, so that it links to the customer's
 * page.
 */
function toSignUp({ id, ...signUp }: AffiliateSignUp) {
  return { customer_id: id, ...signUp };
}
