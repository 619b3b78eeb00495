import type { Direction, Points } from '@halyard/core/instrument';
import { nearestStop } from '@halyard/core/position';
import type { ClosingReason } from '@halyard/core/position';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Fill, FillKind } from './execution.ts';
import type { Span } from './report.ts';

const PAGE = 5_000;
/** The maximum number of fills: what fits into memory with room to spare. */
export const FILLS_MAX = 1_000_000;

type Stored = {
  readonly id: number;
  readonly symbol: string;
  readonly direction: Direction;
  readonly open_points: number;
  /** The fill before splits; null if no split has adjusted the opening rate. */
  readonly filled_points: number | null;
  readonly open_seen_points: number | null;
  readonly opened_within: boolean;
  readonly closed_within: boolean;
};
type Closed = {
  readonly direction: Direction;
  readonly closing_reason: ClosingReason;
  readonly close_points: number;
  readonly close_seen_points: number | null;
  readonly stop_points: Points | null;
  readonly target_points: number | null;
  readonly trail_distance: Points | null;
  readonly trail_points: Points | null;
  readonly termination_points: number;
};

/** Returns the fills of a period; undefined if there are more than FILLS_MAX. */
export async function listFills(
  db: Kysely<object>,
  span: Span,
  categoryOf: (symbol: string) => string,
): Promise<readonly Fill[] | undefined> {
  const fills: Fill[] = [];
  for (let last = 0; ;) {
    const { rows } = await sql<Stored & Closed>`
      select id, symbol, direction, open_points, filled_points, open_seen_points, closing_reason, close_points,
        close_seen_points, stop_points, target_points, termination_points,
        trail_distance, trail_points,
        ${within('opened_at', span)} as opened_within,
        coalesce(${within('closed_at', span)}, false) as closed_within
      from positions
      where id > ${last} and (${within('closed_at', span)}
        or (open_seen_points is not null and ${within('opened_at', span)}))
      order by id limit ${PAGE}`.execute(db);
    for (const row of rows) {
      const { symbol, direction } = row;
      const order = { symbol, category: categoryOf(symbol), direction };
      for (const filled of fillsOf(row)) fills.push({ ...order, ...filled });
    }
    if (fills.length > FILLS_MAX) return undefined;
    if (rows.length < PAGE) return fills;
    last = rows.at(-1)?.id ?? last;
  }
}

/** Returns an SQL condition that a time lies within the period; its end is exclusive. */
function within(column: 'opened_at' | 'closed_at', span: Span): RawBuilder<boolean> {
  const at = sql.ref(column);
  return sql<boolean>`(${at} >= ${new Date(span.fromMs)} and ${at} < ${new Date(span.untilMs)})`;
}

type Filled = Pick<Fill, 'kind' | 'askedPoints' | 'filledPoints'>;

/**
 * Returns the opening and the closing, each if it is within the period and had a requested price.
 */
function fillsOf(row: Stored & Closed): readonly Filled[] {
  const opening = row.opened_within ? of('opening', row.open_seen_points) : undefined;
  const closing = row.closed_within ? askedOf(row) : undefined;
  return [
    ...(opening === undefined
      ? []
      : [{ ...opening, filledPoints: row.filled_points ?? row.open_points }]),
    ...(closing === undefined ? [] : [{ ...closing, filledPoints: row.close_points }]),
  ];
}

/**
 * Returns the requested price of a close. A margin close-out has none, nor does a strategy's exit.
 */
function askedOf(row: Closed): { kind: FillKind; askedPoints: number } | undefined {
  const { closing_reason: reason, termination_points: stopOut } = row;
  switch (reason) {
    case 'manually':
      return of('manual', row.close_seen_points);
    case 'stop-loss':
    case 'take-profit':
      return of(reason, reason === 'stop-loss' ? stopOf(row) : row.target_points);
    case 'low-margin': {
      const isReached =
        row.direction === 'buy' ? row.close_points <= stopOut : row.close_points >= stopOut;
      return isReached ? of('stop-out', stopOut) : undefined;
    }
    case 'ai-trade':
      return undefined;
  }
}

/** Returns the fixed or the trailing stop, whichever the price had reached first. */
function stopOf(row: Closed): number | null {
  const { direction, stop_points: stopPoints, trail_distance: distance } = row;
  const { trail_points: bestPoints } = row;
  if (distance === null || bestPoints === null) return stopPoints;
  return nearestStop({ direction, stopPoints, trail: { distance, bestPoints, bestSequence: 0 } });
}

function of(
  kind: FillKind,
  askedPoints: number | null,
): { kind: FillKind; askedPoints: number } | undefined {
  return askedPoints === null ? undefined : { kind, askedPoints };
}
