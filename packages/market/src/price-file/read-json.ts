// Two shapes of JSON candles: {candles: [{start (s), open, high, low, close, volume}]} with decimal
// text, and {ohlc: [{endTime (ms), openPrice, highPrice, lowPrice, closePrice, volume}]} with numbers.
import { readFile, stat } from 'node:fs/promises';
import { parsePrice } from '#price/price.ts';
import { isCandle, ROWS_MAX, TableBuilder } from './price-table.ts';
import type { ParsedRow, PriceFileOptions, ReadFile } from './price-table.ts';

/** The largest JSON file: it is held in memory completely while it is read. */
const JSON_BYTES_MAX = 64 * 1024 * 1024;

type Shape = {
  readonly list: string;
  readonly time: string;
  readonly timeMs: number;
  readonly timeIs: 'start' | 'end';
  readonly prices: readonly [open: string, high: string, low: string, close: string];
};

const SHAPES: readonly Shape[] = [
  {
    list: 'candles',
    time: 'start',
    timeMs: 1_000,
    timeIs: 'start',
    prices: ['open', 'high', 'low', 'close'],
  },
  {
    list: 'ohlc',
    time: 'endTime',
    timeMs: 1,
    timeIs: 'end',
    prices: ['openPrice', 'highPrice', 'lowPrice', 'closePrice'],
  },
];

/** Reads a JSON file of candles; prices are rounded to the nearest point. */
export async function readJsonFile(options: PriceFileOptions): Promise<ReadFile> {
  const { path } = options;
  const { size } = await stat(path);
  if (size > JSON_BYTES_MAX) {
    return refused(
      `it has over ${JSON_BYTES_MAX} bytes; convert it to CSV, which is read in parts`,
    );
  }
  const content = parseJson(await readFile(path, 'utf8'));
  if (content === undefined) return refused('it is not valid JSON');
  for (const shape of SHAPES) {
    const list = field(content, shape.list);
    if (Array.isArray(list)) return readRows(list, shape, options);
  }
  return refused('it has neither a list "candles" nor a list "ohlc"');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readRows(list: readonly unknown[], shape: Shape, options: PriceFileOptions): ReadFile {
  if (list.length > ROWS_MAX) return refused(`it has over ${ROWS_MAX} rows; split it`);
  const builder = new TableBuilder(options);
  list.forEach((row, index) => {
    builder.add(index + 1, parseRow(row, shape, options.decimals));
  });
  return builder.finish(shape.timeIs);
}

function parseRow(row: unknown, shape: Shape, decimals: number): ParsedRow {
  const time = field(row, shape.time);
  const isTime = typeof time === 'number' || (typeof time === 'string' && /^-?\d+$/.test(time));
  const atMs = Number(time) * shape.timeMs;
  if (!isTime || !Number.isSafeInteger(atMs))
    return { kind: 'problem', rowProblem: 'time-unreadable' };
  const [openPoints, highPoints, lowPoints, closePoints] = shape.prices.map((name) =>
    parsePrice(field(row, name), { decimals, direction: 'nearest' }),
  );
  if (
    openPoints === undefined ||
    highPoints === undefined ||
    lowPoints === undefined ||
    closePoints === undefined
  ) {
    return { kind: 'problem', rowProblem: 'price-unreadable' };
  }
  const volume = Number(field(row, 'volume') ?? 0);
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

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function refused(problem: string): ReadFile {
  return { kind: 'refused', problem };
}
