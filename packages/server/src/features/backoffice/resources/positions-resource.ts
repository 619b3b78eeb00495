import { positions as resource } from '@halyard/contract/backoffice/positions';
import type { POSITION_STATES } from '@halyard/contract/backoffice/positions';
import type { DetailOf } from '@halyard/contract/backoffice/resource';
import { assertPresent } from '@halyard/core/assertion';
import { DIRECTIONS, points, toRate } from '@halyard/core/instrument';
import type { Instrument } from '@halyard/core/instrument';
import { cents, parseAmount, toEuros } from '@halyard/core/money';
import { CLOSING_REASONS, trailingStop } from '@halyard/core/position';
import { sql } from 'kysely';
import { CLOSED_BY_BROKER } from '#engine/engine.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { closeForBroker, correctPosition } from '../dealing/dealing.ts';
import { bindResource } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';
import { getAccountState } from './account-state.ts';

const Stored = z.object({
  id: z.int(),
  account_id: z.int(),
  symbol: z.string(),
  direction: z.enum(DIRECTIONS),
  amount_cents: z.int(),
  leverage: z.int(),
  open_points: z.int(),
  opened_at: z.date(),
  close_points: z.nullable(z.int()),
  closed_at: z.nullable(z.date()),
  profit_cents: z.nullable(z.int()),
  closing_reason: z.nullable(z.enum(CLOSING_REASONS)),
  is_automatic: z.boolean(),
  is_protected: z.boolean(),
  closed_by_broker: z.boolean(),
});

const FILL = `select account_id, symbol, direction, stop_points, target_points, trail_distance,
    trail_points, trail_sequence, termination_points, open_sell_points,
    open_buy_points, open_source, open_received_at, open_seen_points, close_sell_points,
    close_buy_points, close_source, close_received_at, close_seen_points
  from positions where id = $1`;
const Fill = z.object({
  account_id: z.int(),
  symbol: z.string(),
  direction: z.enum(DIRECTIONS),
  trail_distance: z.nullable(z.int()),
  trail_points: z.nullable(z.int()),
  trail_sequence: z.nullable(z.int()),
  stop_points: z.nullable(z.int()),
  target_points: z.nullable(z.int()),
  termination_points: z.int(),
  open_sell_points: z.int(),
  open_buy_points: z.int(),
  open_source: z.string(),
  open_received_at: z.date(),
  open_seen_points: z.nullable(z.int()),
  close_sell_points: z.nullable(z.int()),
  close_buy_points: z.nullable(z.int()),
  close_source: z.nullable(z.string()),
  close_received_at: z.nullable(z.date()),
  close_seen_points: z.nullable(z.int()),
});

const CORRECTIONS_MAX = 50;
const CORRECTIONS = `select p.id as posting_id, e.amount_cents, p.posted_at
  from postings p join ledger_entries e on e.posting_id = p.id and e.account = 'customer:cash'
  where p.kind = 'correction' and p.reference = $1 order by p.id limit $2`;
const Correction = z.object({ posting_id: z.int(), amount_cents: z.int(), posted_at: z.date() });

const ID = { by: sql`id`, type: 'bigint' } as const;
const ID_TYPED = /^[1-9]\d{0,14}$/;

type Deps = FrameDeps &
  Pick<OperatorCommandDeps, 'customers' | 'approvals' | 'engine' | 'instruments'>;
type Detail = DetailOf<typeof resource>;
type Decimals = (symbol: string) => number;
type RateColumn =
  | 'stop_points'
  | 'target_points'
  | 'trail_distance'
  | 'open_seen_points'
  | 'close_seen_points';

export function positionsResource(deps: Deps): readonly RouteBinding[] {
  const { db } = deps;
  const decimals = decimalsOf(deps.instruments);
  const fillOf = async (id: number): Promise<z.infer<typeof Fill>> => {
    const [row] = await db.query(FILL, [id]);
    return z.parse(Fill, row);
  };
  const rateOf = ({ symbol }: { readonly symbol: string }, value: number | null) =>
    value === null ? null : toRate(points(value), decimals(symbol));
  const shown = (name: RateColumn) => async (id: number) => {
    const fill = await fillOf(id);
    return rateOf(fill, fill[name]);
  };
  return bindResource(deps, resource, {
    list: listOf(decimals),
    detail: {
      stop_lost: shown('stop_points'),
      take_profit: shown('target_points'),
      trailing_distance: shown('trail_distance'),
      trailing_stop: async (id) => {
        const fill = await fillOf(id);
        return rateOf(fill, await findTrailingStop(deps, id, fill));
      },
      termination_rate: async (id) => {
        const { symbol, termination_points: rate } = await fillOf(id);
        return toRate(points(rate), decimals(symbol));
      },
      open_seen_rate: shown('open_seen_points'),
      closed_seen_rate: shown('close_seen_points'),
      open_quote: async (id) => toOpenQuote(await fillOf(id), decimals),
      close_quote: async (id) => toCloseQuote(await fillOf(id), decimals),
      symbol_state: async (id) => deps.engine.market((await fillOf(id)).symbol).state,
      account_state: async (id) => await getAccountState(db.kysely, (await fillOf(id)).account_id),
      corrections: async (id) => {
        const rows = await db.query(CORRECTIONS, [`position:${id}`, CORRECTIONS_MAX]);
        return z.parse(z.array(Correction), rows).map(({ amount_cents: amount, ...row }) => ({
          ...row,
          amount: toEuros(cents(amount)),
          posted_at: row.posted_at.toISOString(),
        }));
      },
    },
    actions: {
      close: async ({ id, actor }) => {
        const closed = await closeForBroker(deps, { positionId: id, actor });
        if (closed.kind === 'refused') return refused(closed.rejection);
        const { closePoints, profitCents, symbol } = closed.position;
        return ok({
          closed_rate: toRate(closePoints, decimals(symbol)),
          profit: toEuros(profitCents),
        });
      },
      correct: async ({ id, actor, reason, input }) => {
        const amountCents = parseAmount(input.amount);
        if (amountCents === undefined || amountCents === 0) {
          const text = 'must be an amount such as 250.00 or -250.00';
          return refused({ code: 'invalid', errors: { amount: text } });
        }
        const wanted = { positionId: id, requestId: input.request_id, amountCents, actor, reason };
        const corrected = await correctPosition(deps, wanted);
        if (corrected.kind === 'refused') return refused(corrected.rejection);
        return ok({ waiting: corrected.kind === 'waiting' });
      },
    },
  });
}

const STATES = {
  open: sql`closed_at is null`,
  closed: sql`closed_at is not null`,
} as const satisfies Record<(typeof POSITION_STATES)[number], unknown>;

/**
 * Returns an open position's trailing stop as the engine has it. The row only has the price at
 * which it was set.
 */
async function findTrailingStop(
  { engine }: Deps,
  id: number,
  fill: z.infer<typeof Fill>,
): Promise<number | null> {
  const {
    direction,
    trail_distance: distance,
    trail_points: best,
    trail_sequence: sequence,
  } = fill;
  if (distance === null || best === null || sequence === null) return null;
  const stored = {
    distance: points(distance),
    bestPoints: points(best),
    bestSequence: sequence,
  };
  const open = (await engine.account(fill.account_id))?.positions.get(id);
  return trailingStop(direction, open?.trail ?? stored);
}

function listOf(decimals: Decimals) {
  return {
    select: sql`id, account_id, symbol, direction, amount_cents, leverage, open_points, opened_at,
      close_points, closed_at, profit_cents, closing_reason, is_automatic, is_protected,
      ${sql.raw(CLOSED_BY_BROKER)} as closed_by_broker`,
    from: sql`positions`,
    key: ID,
    sorts: { id: ID },
    filters: {
      customer: (id: number) => sql`account_id = ${id}`,
      symbol: (symbol: string) => sql`symbol = ${symbol}`,
      state: (state: keyof typeof STATES) => STATES[state],
      closing_reason: (reason: string) => sql`closing_reason = ${reason}`,
    },
    search: {
      id: (text) => (ID_TYPED.test(text) ? sql`select ${Number(text)}::bigint as id` : undefined),
    },
    toRow: (record) => {
      const stored = z.parse(Stored, record);
      const scale = decimals(stored.symbol);
      const { close_points: closePoints, profit_cents: profitCents } = stored;
      return {
        id: stored.id,
        customer_id: stored.account_id,
        symbol: stored.symbol,
        state: stored.closed_at === null ? ('open' as const) : ('closed' as const),
        direction: stored.direction,
        amount: toEuros(cents(stored.amount_cents)),
        leverage: stored.leverage,
        open_rate: toRate(points(stored.open_points), scale),
        opened_at: stored.opened_at.toISOString(),
        closed_rate: closePoints === null ? null : toRate(points(closePoints), scale),
        closed_at: stored.closed_at?.toISOString() ?? null,
        profit: profitCents === null ? null : toEuros(cents(profitCents)),
        closing_reason: stored.closing_reason,
        closed_by_broker: stored.closed_by_broker,
        automatic: stored.is_automatic,
        protected: stored.is_protected,
      };
    },
  } satisfies ListSource<unknown>;
}

function toOpenQuote(fill: z.infer<typeof Fill>, decimals: Decimals): Detail['open_quote'] {
  const scale = decimals(fill.symbol);
  return {
    sell: toRate(points(fill.open_sell_points), scale),
    buy: toRate(points(fill.open_buy_points), scale),
    source: fill.open_source,
    received_at: fill.open_received_at.toISOString(),
  };
}

function toCloseQuote(fill: z.infer<typeof Fill>, decimals: Decimals): Detail['close_quote'] {
  const {
    close_sell_points: sell,
    close_buy_points: buy,
    close_source: source,
    close_received_at: receivedAt,
  } = fill;
  // Both columns are set or neither is, which the types don't express.
  if (sell === null || buy === null || source === null || receivedAt === null) return null;
  const scale = decimals(fill.symbol);
  return {
    sell: toRate(points(sell), scale),
    buy: toRate(points(buy), scale),
    source,
    received_at: receivedAt.toISOString(),
  };
}

function decimalsOf(instruments: readonly Instrument[]): Decimals {
  const known = new Map(instruments.map(({ symbol, decimals }) => [symbol, decimals]));
  return (symbol) => assertPresent(known.get(symbol), `${symbol} is listed`);
}
