import { staff as resource } from '@halyard/contract/backoffice/staff';
import { ROLES } from '@halyard/contract/backoffice/roles';
import type { Rejection } from '@halyard/contract/rejections';
import { sql } from 'kysely';
import { assertPresent } from '@halyard/core/assertion';
import type { Approvals } from '#features/approvals/approvals.ts';
import type { Staff } from '#features/staff/staff.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { listMailedQueues } from '../desk/desk.ts';
import { createMember, setRoles } from '../grant-approval.ts';
import { bindResource, startsWith } from '../frame/frame.ts';
import type { ActionRequest, FrameDeps, ListSource } from '../frame/frame.ts';

const Stored = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  second_factor: z.boolean(),
  linked: z.boolean(),
  break_glass: z.boolean(),
  disabled: z.boolean(),
  created_at: z.date(),
});

const EMAIL = sql`email collate "C"`;
const NAME = sql`lower(name) collate "C"`;
const ID = { by: sql`id`, type: 'bigint' } as const;

const list = {
  select: sql`id, email, name, roles, totp_confirmed_at is not null as second_factor,
    exists (select from staff_identities where staff_id = staff.id) as linked,
    is_break_glass as break_glass, disabled_at is not null as disabled, created_at`,
  from: sql`staff`,
  key: ID,
  sorts: { id: ID, email: { by: EMAIL, type: 'text' } },
  filters: {
    disabled: (value: '0' | '1') => sql`(disabled_at is not null) = ${value === '1'}`,
  },
  search: {
    email: (text) => sql`select id from staff where ${startsWith(EMAIL, text.toLowerCase())}`,
    name: (text) => sql`select id from staff where ${startsWith(NAME, text.toLowerCase())}`,
  },
  toRow: (record) => {
    const { created_at: createdAt, ...row } = z.parse(Stored, record);
    return { ...row, created_at: createdAt.toISOString() };
  },
} satisfies ListSource<unknown>;

export function staffResource(
  deps: FrameDeps & { readonly staff: Staff; readonly approvals: Approvals },
): readonly RouteBinding[] {
  const { staff } = deps;
  return bindResource(deps, resource, {
    list,
    detail: {
      passkeys: async (id) => await staff.countPasskeys(id),
      is_you: async (id, { actor }) => await Promise.resolve(actor === `staff:${id}`),
      local_sign_in: async (id) =>
        staff.canSignInLocally(assertPresent(await staff.find({ id }), 'a record is there')),
      mailed_about: async (id) => [...(await listMailedQueues(deps.db.kysely, id))],
    },
    actions: {
      create: async ({ input, actor, reason }) => {
        const { request_id: requestId, ...member } = input;
        const created = await createMember(deps, { ...member, requestId, actor, reason });
        if (created.kind === 'email-taken') return refused({ code: 'email-taken' });
        if (created.kind === 'refused') return refused(created.rejection);
        if (created.kind === 'waiting') return ok({ id: null, password: null, waiting: true });
        return ok({ id: created.id, password: created.password ?? null, waiting: false });
      },
      'set-roles': async (request) =>
        await toAnother(request, async ({ staffId, actor }) => {
          const { input, reason } = request;
          const { email } = assertPresent(await staff.find({ id: staffId }), 'a record is there');
          const wanted = { staffId, email, roles: input.roles, requestId: input.request_id };
          const changed = await setRoles(deps, { ...wanted, actor, reason });
          return 'code' in changed ? refused(changed) : ok({ waiting: changed.isWaiting });
        }),
      disable: async (request) =>
        await changeAnother(request, async (to) => staff.setDisabled({ ...to, isDisabled: true })),
      enable: async (request) =>
        await changeAnother(request, async (to) => staff.setDisabled({ ...to, isDisabled: false })),
      'reset-password': async (request) =>
        await toAnother(request, async (to) => await staff.resetPassword(to)),
      'mark-break-glass': async (request) =>
        await changeAnother(request, async (to) =>
          staff.setBreakGlass({ ...to, isBreakGlass: true }),
        ),
      'end-break-glass': async (request) =>
        await changeAnother(request, async (to) =>
          staff.setBreakGlass({ ...to, isBreakGlass: false }),
        ),
      'reset-second-factor': async (request) =>
        await changeAnother(request, async (to) => staff.resetSecondFactor(to)),
    },
  });
}

type To = { readonly staffId: number; readonly actor: string };

async function changeAnother(
  request: ActionRequest<number, unknown>,
  change: (to: To) => Promise<Rejection | undefined>,
): Promise<Answer<Record<string, never>>> {
  return await toAnother(request, async (to) => {
    const rejection = await change(to);
    return rejection === undefined ? ok({}) : refused(rejection);
  });
}

/**
 * Rejects an action of members on themselves: they can't change their own rights or lock themselves
 * out.
 */
async function toAnother<Reply>(
  { id, staffId, actor }: ActionRequest<number, unknown>,
  act: (to: To) => Promise<Answer<Reply>>,
): Promise<Answer<Reply>> {
  if (id === staffId) return refused({ code: 'own-account' });
  return await act({ staffId: id, actor });
}
