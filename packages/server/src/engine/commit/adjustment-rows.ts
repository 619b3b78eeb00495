// The rows of a batch for engine_adjust, column by column. Few batches have such rows.
import type { SymbolSplit } from '@halyard/core/engine';

import { Columns } from './array-literal.ts';
import type { PositionImage } from './batch-rows.ts';
import { toColumnName } from './commit-columns.ts';
import { ORDER_COLUMNS, toOrderColumns } from './order-rows.ts';
import type { OrderImage } from './order-rows.ts';
import { MARK_COLUMNS, toTrailColumns, TRAIL_COLUMNS, UNMARK_COLUMNS } from './trail-rows.ts';
import type { MarkRows, TrailImage } from './trail-rows.ts';

const SPLIT_COLUMNS = [
  'symbol',
  'sequence',
  'newUnits',
  'oldUnits',
  'bidPoints',
  'askPoints',
  'source',
  'sourceAtMs',
  'receivedAtMs',
  'atMs',
] as const;
const POSITION_COLUMNS = ['id', 'openPoints', 'filledPoints', 'stopOutPoints'] as const;

/** The parameter names of engine_adjust, in the order of a batch's values. */
export const ADJUST_PARAMETERS: readonly string[] = [
  ...SPLIT_COLUMNS.map((column) => `p_split_${toColumnName(column)}`),
  ...POSITION_COLUMNS.map((column) => `p_adjust_${toColumnName(column)}`),
  ...ORDER_COLUMNS.map((column) => `p_order_${toColumnName(column)}`),
  ...TRAIL_COLUMNS.map((column) => `p_trail_${toColumnName(column)}`),
  ...MARK_COLUMNS.map((column) => `p_mark_${toColumnName(column)}`),
  ...UNMARK_COLUMNS.map((column) => `p_unmark_${toColumnName(column)}`),
];

export function toAdjustmentLiterals({
  splits,
  positions,
  orders,
  trails,
  marks,
}: {
  readonly splits: readonly SymbolSplit[];
  readonly positions: readonly PositionImage[];
  readonly orders: readonly OrderImage[];
  readonly trails: readonly TrailImage[];
  readonly marks: MarkRows;
}): readonly string[] {
  const splitRows = new Columns(SPLIT_COLUMNS);
  const positionRows = new Columns(POSITION_COLUMNS);
  for (const { quote, atMs, newUnits, oldUnits } of splits) {
    splitRows.add({ ...quote, atMs, newUnits, oldUnits });
  }
  for (const { id, openPoints, filledPoints = null, stopOutPoints } of positions) {
    positionRows.add({ id, openPoints, filledPoints, stopOutPoints });
  }
  const literals: string[] = [];
  splitRows.writeTo(literals);
  positionRows.writeTo(literals);
  toOrderColumns(orders).writeTo(literals);
  toTrailColumns(trails).writeTo(literals);
  marks.writeTo(literals);
  return literals;
}
