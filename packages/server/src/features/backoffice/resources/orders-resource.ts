import { orders as resource } from '@halyard/contract/backoffice/orders';
import type { ORDER_STATES } from '@halyard/contract/backoffice/orders';
import { assertPresent } from '@halyard/core/assertion';
import { DIRECTIONS, points, toRate } from '@halyard/core/instrument';
import type { Instrument } from '@halyard/core/instrument';
import { cents, toEuros } from '@halyard/core/money';
import { ENTRY_ORDER_KINDS, ORDER_EXPIRIES, ORDER_OUTCOMES } from '@halyard/core/order';
import { sql } from 'kysely';
import { ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { cancelForBroker } from '../dealing/dealing.ts';
import { bindResource } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';

const Stored = z.object({
  id: z.int(),
  account_id: z.int(),
  symbol: z.string(),
  kind: z.enum(ENTRY_ORDER_KINDS),
  direction: z.enum(DIRECTIONS),
  amount_cents: z.int(),
  leverage: z.int(),
  points: z.int(),
  outcome: z.nullable(z.enum(ORDER_OUTCOMES)),
  placed_at: z.date(),
  expires_at: z.date(),
  ended_at: z.nullable(z.date()),
  reason: z.nullable(z.string()),
  position_id: z.nullable(z.int()),
});

const TERMS = `select symbol, stop_points, stop_distance, target_points, target_distance, trail_distance,
    expiry, oco_id
  from entry_orders where id = $1`;
const Terms = z.object({
  symbol: z.string(),
  stop_points: z.nullable(z.int()),
  stop_distance: z.nullable(z.int()),
  target_points: z.nullable(z.int()),
  target_distance: z.nullable(z.int()),
  trail_distance: z.nullable(z.int()),
  expiry: z.enum(ORDER_EXPIRIES),
  oco_id: z.nullable(z.int()),
});

const ID = { by: sql`id`, type: 'bigint' } as const;
const ID_TYPED = /^[1-9]\d{0,14}$/;

type Deps = FrameDeps & Pick<OperatorCommandDeps, 'engine' | 'instruments'>;
type Decimals = (symbol: string) => number;
type Rate = Exclude<keyof z.infer<typeof Terms>, 'symbol' | 'expiry' | 'oco_id'>;

export function ordersResource(deps: Deps): readonly RouteBinding[] {
  const decimals = decimalsOf(deps.instruments);
  const termsOf = async (id: number): Promise<z.infer<typeof Terms>> => {
    const [row] = await deps.db.query(TERMS, [id]);
    return z.parse(Terms, row);
  };
  const rateOf =
    (name: Rate) =>
    async (id: number): Promise<number | null> => {
      const terms = await termsOf(id);
      const value = terms[name];
      return value === null ? null : toRate(points(value), decimals(terms.symbol));
    };
  return bindResource(deps, resource, {
    list: listOf(decimals),
    detail: {
      stop_lost: rateOf('stop_points'),
      stop_distance: rateOf('stop_distance'),
      take_profit: rateOf('target_points'),
      profit_distance: rateOf('target_distance'),
      trailing_distance: rateOf('trail_distance'),
      expiry: async (id) => (await termsOf(id)).expiry,
      oco_order_id: async (id) => (await termsOf(id)).oco_id,
    },
    actions: {
      cancel: async ({ id, actor, reason }) => {
        const rejection = await cancelForBroker(deps, { orderId: id, actor, reason });
        return rejection === undefined ? ok({}) : refused(rejection);
      },
    },
  });
}

function stateIs(state: (typeof ORDER_STATES)[number]) {
  return state === 'pending' ? sql`outcome is null` : sql`outcome = ${state}`;
}

function listOf(decimals: Decimals) {
  return {
    select: sql`id, account_id, symbol, kind, direction, amount_cents, leverage, points, outcome,
      placed_at, expires_at, ended_at, reason, position_id`,
    from: sql`entry_orders`,
    key: ID,
    sorts: { id: ID },
    filters: {
      customer: (id: number) => sql`account_id = ${id}`,
      symbol: (symbol: string) => sql`symbol = ${symbol}`,
      state: stateIs,
    },
    search: {
      id: (text) => (ID_TYPED.test(text) ? sql`select ${Number(text)}::bigint as id` : undefined),
    },
    toRow: (record) => {
      const stored = z.parse(Stored, record);
      return {
        id: stored.id,
        customer_id: stored.account_id,
        symbol: stored.symbol,
        kind: stored.kind,
        direction: stored.direction,
        amount: toEuros(cents(stored.amount_cents)),
        leverage: stored.leverage,
        trigger_price: toRate(points(stored.points), decimals(stored.symbol)),
        state: stored.outcome ?? ('pending' as const),
        placed_at: stored.placed_at.toISOString(),
        expires_at: stored.expires_at.toISOString(),
        ended_at: stored.ended_at?.toISOString() ?? null,
        reason: stored.reason,
        position_id: stored.position_id,
      };
    },
  } satisfies ListSource<unknown>;
}

function decimalsOf(instruments: readonly Instrument[]): Decimals {
  const known = new Map(instruments.map(({ symbol, decimals }) => [symbol, decimals]));
  return (symbol) => assertPresent(known.get(symbol), `${symbol} is listed`);
}
