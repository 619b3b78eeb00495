// A page of open positions as the database packs it for a start of the engine.
import type { SqlRow } from './array-cells.ts';

const NUMBERS = 20;
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

export function packPositions(rows: readonly SqlRow[]): SqlRow[] {
  if (rows.length === 0) return [];
  const lines = rows.map((row) => {
    const numbers = Buffer.alloc(NUMBERS * 8);
    listNumbers(row).forEach((number, index) => numbers.writeBigInt64BE(BigInt(number), index * 8));
    return `${numbers.toString('hex')}${String(row.symbol)}\t${String(row.open_source)}`;
  });
  return [{ pack: lines.join('\n') }];
}

function listNumbers(row: SqlRow): readonly number[] {
  const flags = [
    row.direction === 'buy',
    row.is_protected === true,
    row.is_automatic === true,
    row.stop_points !== null,
    row.target_points !== null,
    // Split: none is here.
    false,
    row.carry !== null,
    row.trail_distance !== null,
  ];
  return [
    Number(row.id),
    Number(row.account_id),
    Number(row.amount_cents),
    Number(row.leverage),
    flags.reduce((sum, isSet, bit) => sum + (isSet ? 2 ** bit : 0), 0),
    Number(row.stop_points ?? 0),
    Number(row.target_points ?? 0),
    Number(row.termination_points),
    Number(row.open_points),
    toMicroseconds(row.opened_at_ms),
    Number(row.open_sell_points),
    Number(row.open_buy_points),
    Number(row.open_sequence),
    toMicroseconds(row.open_source_at_ms),
    toMicroseconds(row.open_received_at_ms),
    0,
    Number(row.carry ?? 0),
    Number(row.trail_distance ?? 0),
    Number(row.trail_points ?? 0),
    Number(row.trail_sequence ?? 0),
  ];
}

function toMicroseconds(ms: unknown): number {
  return (Number(ms) - POSTGRES_EPOCH_MS) * 1_000;
}
