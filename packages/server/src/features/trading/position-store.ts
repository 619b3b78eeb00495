import { assertPresent } from '@halyard/core/assertion';
import type { Direction, Points } from '@halyard/core/instrument';
import type { Cents } from '@halyard/core/money';
import type { ClosingReason } from '@halyard/core/position';
import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import { CLOSED_BY_BROKER } from '#engine/engine.ts';
import type { Narrow } from '#platform/db/db.ts';
import type { HistoryPosition } from './position-to-wire.ts';

/** The displayed columns of a position in the engine's table, which only the engine writes. */
type PositionsTables = {
  positions: Narrow<
    'positions',
    {
      direction: Direction;
      amount_cents: Cents;
      stop_points: Points;
      target_points: Points;
      trail_distance: Points;
      trail_points: Points;
      termination_points: Points;
      open_points: Points;
      close_points: Points;
      closing_reason: ClosingReason;
      profit_cents: Cents;
    }
  >;
};

const SHOWN = [
  'id',
  'account_id',
  'symbol',
  'direction',
  'amount_cents',
  'leverage',
  'is_protected',
  'is_automatic',
  'stop_points',
  'target_points',
  'trail_distance',
  'trail_points',
  'trail_sequence',
  'termination_points',
  'open_points',
  'opened_at',
  'close_points',
  'closed_at',
  'closing_reason',
  'profit_cents',
] as const;

export type HistoryPage = {
  readonly accountId: number;
  /** Returns only positions after this closed position of the account; absent: the newest. */
  readonly beforeId: number | undefined;
  readonly limit: number;
};

/** Returns the closed positions of an account, latest closed first. */
export async function listClosedPositions(
  db: Kysely<object>,
  page: HistoryPage,
): Promise<readonly HistoryPosition[]> {
  const { beforeId } = page;
  const newestFirst = db
    .withTables<PositionsTables>()
    .selectFrom('positions')
    .select(SHOWN)
    .select(sql<boolean>`${sql.raw(CLOSED_BY_BROKER)}`.as('is_closed_by_broker'))
    .where('account_id', '=', page.accountId)
    .where('closed_at', 'is not', null)
    .orderBy('closed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit);
  const rows = await (
    beforeId === undefined
      ? newestFirst
      : newestFirst.where(
          sql<boolean>`(closed_at, id) < (
            select b.closed_at, b.id from positions b
            where b.id = ${beforeId} and b.account_id = ${page.accountId}
          )`,
        )
  ).execute();
  return rows.map(fromRow);
}

/** Returns the symbol of a position of the account, open or closed. */
export async function findPositionSymbol(
  db: Kysely<object>,
  position: { readonly id: number; readonly accountId: number },
): Promise<string | undefined> {
  const row = await db
    .withTables<PositionsTables>()
    .selectFrom('positions')
    .select('symbol')
    .where('id', '=', position.id)
    .where('account_id', '=', position.accountId)
    .executeTakeFirst();
  return row?.symbol;
}

type Row = Pick<Selectable<PositionsTables['positions']>, (typeof SHOWN)[number]> & {
  readonly is_closed_by_broker: boolean;
};

const CLOSED = 'a closed position has all that closed it';

/** Closing columns are set together, which the table checks and the types don't express. */
function fromRow(row: Row): HistoryPosition {
  return {
    id: row.id,
    accountId: row.account_id,
    symbol: row.symbol,
    direction: row.direction,
    amountCents: row.amount_cents,
    leverage: row.leverage,
    hasGuaranteedStop: row.is_protected,
    isAutomatic: row.is_automatic,
    stopPoints: row.stop_points,
    targetPoints: row.target_points,
    stopOutPoints: row.termination_points,
    openPoints: row.open_points,
    openedAtMs: row.opened_at.getTime(),
    closePoints: assertPresent(row.close_points ?? undefined, CLOSED),
    closedAtMs: assertPresent(row.closed_at ?? undefined, CLOSED).getTime(),
    closingReason: assertPresent(row.closing_reason ?? undefined, CLOSED),
    ...toTrail(row),
    ...(row.is_closed_by_broker ? { isClosedByBroker: true as const } : {}),
    profitCents: assertPresent(row.profit_cents ?? undefined, CLOSED),
  };
}

function toTrail(row: Row): Pick<HistoryPosition, 'trail'> {
  const { trail_distance: distance, trail_points: bestPoints, trail_sequence: bestSequence } = row;
  if (distance === null || bestPoints === null || bestSequence === null) return {};
  return { trail: { distance, bestPoints, bestSequence } };
}
