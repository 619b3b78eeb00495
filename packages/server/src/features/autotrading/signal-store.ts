import type { Database } from '#platform/db/db.ts';
import type { Facts } from './decision-store.ts';

/** What the strategy saw in a closed candle of a symbol. */
export type StoredSignal = {
  readonly symbol: string;
  readonly candleEndMs: number;
  readonly code: string;
  readonly facts: Facts;
};

const PUT = `insert into auto_trading_signals (symbol, candle_end, code, facts)
  values ($1, $2, $3, $4::jsonb)
  on conflict (symbol) do update
  set candle_end = excluded.candle_end, code = excluded.code, facts = excluded.facts`;

const LIST = `select symbol, candle_end, code, facts from auto_trading_signals
  where symbol = any ($1) order by array_position($1, symbol)`;

/** Replaces the signal of the symbol's candle before. */
export async function putSignal(
  db: Pick<Database, 'query'>,
  { symbol, candleEndMs, code, facts }: StoredSignal,
): Promise<void> {
  await db.query(PUT, [symbol, new Date(candleEndMs), code, JSON.stringify(facts)]);
}

/** Returns the last signal of each of the symbols, in their order. */
export async function listSignals(
  db: Pick<Database, 'query'>,
  symbols: readonly string[],
): Promise<readonly StoredSignal[]> {
  return (await db.query(LIST, [symbols])).map((row) => ({
    symbol: String(row['symbol']),
    candleEndMs: (row['candle_end'] as Date).getTime(),
    code: String(row['code']),
    facts: row['facts'] as Facts,
  }));
}
