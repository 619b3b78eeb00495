// CSV with a header line: candles (time, open, high, low, close, volume?), ticks (time, bid, ask)
// or single prices (time, price). Read line by line.
import { open } from 'node:fs/promises';
import { parsePrice } from '#price/price.ts';
import { parseTime } from './parse-time.ts';
import { isCandle, ROWS_MAX, TableBuilder } from './price-table.ts';
import type { ParsedRow, PriceFileOptions, ReadFile } from './price-table.ts';

const TIME_NAMES = ['time', 'timestamp', 'date', 'datetime', 'start', 'open_time'];
const LINE_CHARACTERS_MAX = 1_000;

type Columns = { readonly time: number; readonly volume: number } & (
  | {
      readonly kind: 'candles';
      readonly open: number;
      readonly high: number;
      readonly low: number;
      readonly close: number;
    }
  | { readonly kind: 'ticks'; readonly bid: number; readonly ask: number }
  | { readonly kind: 'prices'; readonly price: number }
);

/**
 * Reads a CSV file. Candles and single prices are rounded to the nearest point, a bid down, an ask
 * up. Calls `onProgress` now and then with the number of lines.
 */
export async function readCsvFile(options: PriceFileOptions): Promise<ReadFile> {
  const file = await open(options.path);
  try {
    return await readLines(file.readLines({ encoding: 'utf8' }), options);
  } finally {
    await file.close();
  }
}

const PROGRESS_LINES = 50_000;

async function readLines(
  lines: AsyncIterable<string>,
  options: PriceFileOptions,
): Promise<ReadFile> {
  const { decimals, onProgress } = options;
  const builder = new TableBuilder(options);
  let columns: Columns | undefined;
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (number % PROGRESS_LINES === 0) onProgress?.(number);
    if (line.trim() === '') continue;
    if (line.length > LINE_CHARACTERS_MAX) {
      return refused(`line ${number} has over ${LINE_CHARACTERS_MAX} characters`);
    }
    const cells = splitLine(line);
    if (columns === undefined) {
      columns = findColumns(cells);
      if (columns === undefined) return refused(COLUMNS_WANTED);
      continue;
    }
    if (builder.isFull) return refused(`it has over ${ROWS_MAX} rows; split it`);
    builder.add(number, parseCells(cells, columns, decimals));
  }
  return columns === undefined ? refused('it is empty') : builder.finish('start');
}

const COLUMNS_WANTED =
  'its first line must name the columns: time and either open, high, low, close, or bid, ask, or price';

function splitLine(line: string): string[] {
  return line
    .replace(/^\uFEFF/, '')
    .split(/[,;\t]/)
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

function findColumns(cells: readonly string[]): Columns | undefined {
  const names = cells.map((cell) => cell.toLowerCase());
  const at = (name: string): number => names.indexOf(name);
  const time = names.findIndex((name) => TIME_NAMES.includes(name));
  const shared = { time, volume: at('volume') };
  const [open, high, low, close] = [at('open'), at('high'), at('low'), at('close')];
  if (time < 0) return undefined;
  if (open >= 0 && high >= 0 && low >= 0 && close >= 0) {
    return { ...shared, kind: 'candles', open, high, low, close };
  }
  if (at('bid') >= 0 && at('ask') >= 0) {
    return { ...shared, kind: 'ticks', bid: at('bid'), ask: at('ask') };
  }
  return at('price') >= 0 ? { ...shared, kind: 'prices', price: at('price') } : undefined;
}

function parseCells(cells: readonly string[], columns: Columns, decimals: number): ParsedRow {
  const atMs = parseTime(cells[columns.time] ?? '');
  if (atMs === undefined) return { kind: 'problem', rowProblem: 'time-unreadable' };
  const price = (index: number, direction: 'down' | 'up' | 'nearest' = 'nearest') =>
    parsePrice(cells[index], { decimals, direction });
  switch (columns.kind) {
    case 'candles': {
      const [openPoints, highPoints] = [price(columns.open), price(columns.high)];
      const [lowPoints, closePoints] = [price(columns.low), price(columns.close)];
      if (openPoints === undefined || highPoints === undefined) return UNREADABLE;
      if (lowPoints === undefined || closePoints === undefined) return UNREADABLE;
      const volume = Number(cells[columns.volume] ?? 0);
      const candle = {
        openPoints,
        highPoints,
        lowPoints,
        closePoints,
        volume: Number.isFinite(volume) ? volume : 0,
      };
      if (!isCandle(candle)) return { kind: 'problem', rowProblem: 'high-low-inconsistent' };
      return { kind: 'candle', atMs, candle };
    }
    case 'ticks': {
      const bidPoints = price(columns.bid, 'down');
      const askPoints = price(columns.ask, 'up');
      if (bidPoints === undefined || askPoints === undefined) return UNREADABLE;
      if (askPoints < bidPoints) return { kind: 'problem', rowProblem: 'crossed' };
      return { kind: 'tick', tick: { atMs, bidPoints, askPoints } };
    }
    case 'prices': {
      const bidPoints = price(columns.price);
      if (bidPoints === undefined) return UNREADABLE;
      return { kind: 'tick', tick: { atMs, bidPoints, askPoints: undefined } };
    }
  }
}

const UNREADABLE: ParsedRow = { kind: 'problem', rowProblem: 'price-unreadable' };

function refused(problem: string): ReadFile {
  return { kind: 'refused', problem };
}
