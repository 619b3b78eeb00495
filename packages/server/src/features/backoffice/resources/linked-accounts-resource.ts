import {
  LINK_STATUSES,
  LinkEvidence,
  linkedAccounts as resource,
} from '@halyard/contract/backoffice/linked-accounts';
import { sql } from 'kysely';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { bindResource } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

const Stored = z.object({
  id: z.int(),
  first_customer_id: z.int(),
  second_customer_id: z.int(),
  score: z.int(),
  hedges: z.int(),
  protection_paid: z.boolean(),
  status: z.enum(LINK_STATUSES),
  found_at: z.date(),
  updated_at: z.date(),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.date()),
  note: z.nullable(z.string()),
});

const EVIDENCE = 'select evidence from account_links where id = $1';
const Evidence = z.object({ evidence: LinkEvidence });

const ID = { by: sql`id`, type: 'bigint' } as const;

export const linkedAccountList = {
  select: sql`id, first_id as first_customer_id, second_id as second_customer_id, score, hedges,
    was_protected as protection_paid, status, found_at, updated_at, decided_by, decided_at, note`,
  from: sql`account_links`,
  key: ID,
  sorts: { id: ID, score: { by: sql`score`, type: 'bigint' } },
  filters: {
    status: (value: string) => sql`status = ${value}`,
    hedging: (value: '0' | '1') => (value === '1' ? sql`hedges > 0` : sql`hedges = 0`),
    customer: (id: number) => sql`(first_id = ${id} or second_id = ${id})`,
  },
  search: {},
  toRow: (record) => {
    const row = z.parse(Stored, record);
    return {
      ...row,
      found_at: row.found_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      decided_at: row.decided_at?.toISOString() ?? null,
    };
  },
} satisfies ListSource<unknown>;

type ActionRequest = { readonly id: number; readonly actor: string; readonly reason: string };

export function linkedAccountsResource(
  deps: FrameDeps & Pick<OperatorCommandDeps, 'linkedAccounts'>,
): readonly RouteBinding[] {
  const { db, linkedAccounts } = deps;
  const evidenceOf = async (id: number): Promise<LinkEvidence> => {
    const [row] = await db.query(EVIDENCE, [id]);
    return z.parse(Evidence, row).evidence;
  };
  const decide =
    (status: 'reviewed' | 'dismissed' | 'confirmed') =>
    async ({
      id,
      actor,
      reason,
    }: ActionRequest): Promise<Answer<{ readonly changed: boolean }>> => {
      const changed = await linkedAccounts.decide({ id, status, actor, note: reason });
      return changed === undefined ? refused({ code: 'not-found' }) : ok({ changed });
    };
  return bindResource(deps, resource, {
    list: linkedAccountList,
    detail: {
      shared: async (id) => (await evidenceOf(id)).shared,
      opposite_trades: async (id) => (await evidenceOf(id)).hedges,
    },
    actions: {
      review: decide('reviewed'),
      dismiss: decide('dismissed'),
      link: decide('confirmed'),
    },
  });
}
