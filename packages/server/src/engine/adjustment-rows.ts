// The rows that a batch hands to engine_adjust, in the order of its parameters, column by column.
import type { SymbolSplit } from '@halyard/core/engine';

import { Columns } from './array-literal.ts';
import type { PositionImage } from './batch-rows.ts';

export const ADJUST_PARAMETERS = 14;

export function toAdjustmentLiterals(
  splits: readonly SymbolSplit[],
  positions: readonly PositionImage[],
): readonly string[] {
  const splitRows = new Columns([
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
  ]);
  const positionRows = new Columns(['id', 'openPoints', 'filledPoints', 'terminationPoints']);
  for (const { quote, atMs, newUnits, oldUnits } of splits) {
    splitRows.add({ ...quote, atMs, newUnits, oldUnits });
  }
  for (const { id, openPoints, filledPoints = null, terminationPoints } of positions) {
    positionRows.add({ id, openPoints, filledPoints, terminationPoints });
  }
  const literals: string[] = [];
  splitRows.writeTo(literals);
  positionRows.writeTo(literals);
  return literals;
}
