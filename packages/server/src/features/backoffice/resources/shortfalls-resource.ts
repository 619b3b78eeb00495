import {
  SHORTFALL_STATUSES,
  shortfalls as resource,
} from '@halyard/contract/backoffice/shortfalls';
import { cents, toEuros, ZERO_CENTS } from '@halyard/core/money';
import { sql } from 'kysely';
import type { Settled } from '#features/linked-accounts/linked-accounts.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { bindResource } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

const Stored = z.object({
  id: z.int(),
  customer_id: z.int(),
  amount_cents: z.int(),
  occurred_at: z.date(),
  status: z.enum(SHORTFALL_STATUSES),
  covered_cents: z.nullable(z.int()),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(z.date()),
  reason: z.nullable(z.string()),
});

const ONE = 'select customer_id, covers from shortfalls where position_id = $1';
const One = z.object({
  customer_id: z.int(),
  covers: z.array(z.object({ accountId: z.int(), amountCents: z.int() })),
});

const ID = { by: sql`position_id`, type: 'bigint' } as const;

export const shortfallList = {
  select: sql`position_id as id, customer_id, amount_cents, occurred_at, status, covered_cents,
    decided_by, decided_at, reason`,
  from: sql`shortfalls`,
  key: ID,
  sorts: { id: ID },
  filters: {
    status: (value: string) => sql`status = ${value}`,
    customer: (id: number) => sql`customer_id = ${id}`,
  },
  search: {},
  toRow: (record) => {
    const { amount_cents: amount, covered_cents: covered, ...row } = z.parse(Stored, record);
    return {
      ...row,
      amount: toEuros(cents(amount)),
      covered: covered === null ? null : toEuros(cents(covered)),
      occurred_at: row.occurred_at.toISOString(),
      decided_at: row.decided_at?.toISOString() ?? null,
    };
  },
} satisfies ListSource<unknown>;

type ActionRequest = { readonly id: number; readonly actor: string; readonly reason: string };
type Reply = { readonly waiting: boolean; readonly covered: number; readonly paid: number };

export function shortfallsResource(
  deps: FrameDeps & Pick<OperatorCommandDeps, 'linkedAccounts'>,
): readonly RouteBinding[] {
  const { db, linkedAccounts } = deps;
  const oneOf = async (id: number): Promise<z.infer<typeof One>> => {
    const [row] = await db.query(ONE, [id]);
    return z.parse(One, row);
  };
  const settle =
    (how: 'cover' | 'pay') =>
    async ({ id: positionId, actor, reason }: ActionRequest): Promise<Answer<Reply>> =>
      toAnswer(await linkedAccounts.settle({ positionId, how, actor, reason }));
  return bindResource(deps, resource, {
    list: shortfallList,
    detail: {
      linked: async (id) => {
        const { customer_id: customerId } = await oneOf(id);
        const purses = await linkedAccounts.listPurses(customerId);
        return purses.map(({ accountId, availableCents, heldCents }) => ({
          customer_id: accountId,
          available: toEuros(availableCents),
          held: toEuros(heldCents),
        }));
      },
      covers: async (id) =>
        (await oneOf(id)).covers.map(({ accountId, amountCents }) => ({
          customer_id: accountId,
          amount: toEuros(cents(amountCents)),
        })),
    },
    actions: { cover: settle('cover'), pay: settle('pay') },
  });
}

function toAnswer(settled: Settled): Answer<Reply> {
  if (settled.kind === 'refused') return refused(settled.rejection);
  const isWaiting = settled.kind === 'waiting';
  return ok({
    waiting: isWaiting,
    covered: toEuros(isWaiting ? ZERO_CENTS : settled.coveredCents),
    paid: toEuros(isWaiting ? ZERO_CENTS : settled.paidCents),
  });
}
