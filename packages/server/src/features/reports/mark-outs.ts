// The mark-outs of the last fills, for the dealing page. A fill counts once the price of the longest
// horizon is certain to be in the quote log.
import {
  DEALING_ROWS_MAX,
  MARK_OUT_HOURS,
  MARK_OUT_POSITIONS_MAX,
} from '@halyard/contract/backoffice/dealing';
import type { getMarkOuts } from '@halyard/contract/backoffice/dealing';
import type { ReplyOf } from '@halyard/contract/route';
import { toEuros, type Cents } from '@halyard/core/money';
import { rankMarkOuts, type MarkedFill, type MarkOutRow } from '@halyard/core/performance';
import { HOUR_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { findFirstPosition, listMarkedFills } from './mark-outs-store.ts';

export type MarkOuts = ReplyOf<typeof getMarkOuts>;

/** The longest horizon, and twice the interval in which the quote log is written. */
const SETTLED_AFTER_MS = 80_000;
/** How many positions are read at once, with the quotes after their fills. */
const PAGE_POSITIONS = 200;
/** Millionths in a basis point. */
const BASIS_POINT = 100;

export async function readMarkOuts(db: Kysely<object>, nowMs: number): Promise<MarkOuts> {
  const span = { fromMs: nowMs - MARK_OUT_HOURS * HOUR_MS, untilMs: nowMs - SETTLED_AFTER_MS };
  const fills: MarkedFill[] = [];
  const from = await findFirstPosition(db, span);
  let before = from === undefined ? undefined : Number.MAX_SAFE_INTEGER;
  let left = MARK_OUT_POSITIONS_MAX;
  while (from !== undefined && before !== undefined && left > 0) {
    const page = await listMarkedFills(db, span, { from, before, limit: PAGE_POSITIONS });
    fills.push(...page.fills);
    before = page.next;
    left -= PAGE_POSITIONS;
    // Orders are decided between two pages.
    await setImmediate();
  }
  const rows = rankMarkOuts(fills);
  const known = rows.reduce((sum, row) => sum + row.fills, 0);
  return {
    at: new Date(nowMs).toISOString(),
    fills: known,
    unknown: fills.length - known,
    rows: rows.slice(0, DEALING_ROWS_MAX).map(toWire),
  };
}

function toWire({ customerId, symbol, fills, moves, gains }: MarkOutRow): MarkOuts['rows'][number] {
  return {
    customer_id: customerId,
    symbol,
    fills,
    move: toHorizons(moves, (move) => move / BASIS_POINT),
    gain: toHorizons(gains, (gain) => toEuros(gain as Cents)),
  };
}

function toHorizons(
  [first = 0, second = 0, third = 0]: readonly number[],
  write: (value: number) => number,
) {
  return { after_1s: write(first), after_10s: write(second), after_60s: write(third) };
}
