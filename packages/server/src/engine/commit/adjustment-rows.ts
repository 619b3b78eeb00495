// The rows of a batch for engine_adjust, column by column: rows that few batches have.
import type { SymbolSplit } from '@halyard/core/engine';

import { Columns } from './array-literal.ts';
import type { PositionImage } from './batch-rows.ts';
import { toColumnName } from './commit-columns.ts';
import { ORDER_COLUMNS, toOrderColumns } from './order-rows.ts';
import type { OrderImage } from './order-rows.ts';

const SPLIT_COLUMNS = [
  'symbol',
  'sequence',
  'newUnits',
  'oldUnits',
  'sellPoints',
  'buyPoints',
  'source',
  'sourceAtMs',
  'receivedAtMs',
  'atMs',
] as const;
const POSITION_COLUMNS = ['id', 'openPoints', 'filledPoints', 'terminationPoints'] as const;

/** The parameter names of engine_adjust, in the order of a batch's values. */
export const ADJUST_PARAMETERS: readonly string[] = [
  ...SPLIT_COLUMNS.map((column) => `p_split_${toColumnName(column)}`),
  ...POSITION_COLUMNS.map((column) => `p_adjust_${toColumnName(column)}`),
  ...ORDER_COLUMNS.map((column) => `p_order_${toColumnName(column)}`),
];

export function toAdjustmentLiterals({
  splits,
  positions,
  orders,
}: {
  readonly splits: readonly SymbolSplit[];
  readonly positions: readonly PositionImage[];
  readonly orders: readonly OrderImage[];
}): readonly string[] {
  const splitRows = new Columns(SPLIT_COLUMNS);
  const positionRows = new Columns(POSITION_COLUMNS);
  for (const { quote, atMs, newUnits, oldUnits } of splits) {
    splitRows.add({ ...quote, atMs, newUnits, oldUnits });
  }
  for (const { id, openPoints, filledPoints = null, terminationPoints } of positions) {
    positionRows.add({ id, openPoints, filledPoints, terminationPoints });
  }
  const literals: string[] = [];
  splitRows.writeTo(literals);
  positionRows.writeTo(literals);
  toOrderColumns(orders).writeTo(literals);
  return literals;
}
