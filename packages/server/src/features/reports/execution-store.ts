import type { Direction } from '@halyard/core/instrument';
import type { ClosingReason } from '@halyard/core/position';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Fill, FillKind } from './execution.ts';
import type { Span } from './report.ts';

const PAGE = 5_000;
/** What fits into memory with room to spare. */
export const FILLS_MAX = 1_000_000;

type Closed = {
  readonly id: number;
  readonly symbol: string;
  readonly direction: Direction;
  readonly closing_reason: ClosingReason;
  readonly close_points: number;
  readonly close_seen_points: number | null;
  readonly stop_points: number | null;
  readonly target_points: number | null;
  readonly termination_points: number;
};

/** Undefined when there are more than FILLS_MAX. */
export async function listFills(
  db: Kysely<object>,
  span: Span,
  categoryOf: (symbol: string) => string,
): Promise<readonly Fill[] | undefined> {
  const fills: Fill[] = [];
  for (let last = 0; ;) {
    const { rows } = await sql<Closed>`
      select id, symbol, direction, closing_reason, close_points, close_seen_points, stop_points,
        target_points, termination_points
      from positions
      where id > ${last} and closed_at >= ${new Date(span.fromMs)}
        and closed_at < ${new Date(span.untilMs)}
      order by id limit ${PAGE}`.execute(db);
    for (const row of rows) {
      const asked = askedOf(row);
      if (asked === undefined) continue;
      const { symbol, direction } = row;
      const category = categoryOf(symbol);
      fills.push({ symbol, category, direction, ...asked, filledPoints: row.close_points });
    }
    if (fills.length > FILLS_MAX) return undefined;
    if (rows.length < PAGE) return fills;
    last = rows.at(-1)?.id ?? last;
  }
}

/** A close-out of the whole account asks for no price, nor does a strategy's exit. */
function askedOf(row: Closed): { kind: FillKind; askedPoints: number } | undefined {
  const { closing_reason: reason, termination_points: termination } = row;
  switch (reason) {
    case 'manually':
      return of('manual', row.close_seen_points);
    case 'stop-loss':
    case 'take-profit':
      return of(reason, reason === 'stop-loss' ? row.stop_points : row.target_points);
    case 'low-margin': {
      const isReached =
        row.direction === 'buy' ? row.close_points <= termination : row.close_points >= termination;
      return isReached ? of('termination', termination) : undefined;
    }
    case 'ai-trade':
      return undefined;
  }
}

function of(
  kind: FillKind,
  askedPoints: number | null,
): { kind: FillKind; askedPoints: number } | undefined {
  return askedPoints === null ? undefined : { kind, askedPoints };
}
