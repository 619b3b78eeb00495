// Loads the open positions page by page, with dozens packed into each row. A million rows of twenty
// fields would cost the driver more than the engine's own work, and a row per page would make it
// join buffers that only a full garbage collection frees.
import { assert } from '@halyard/core/assertion';
import { points } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import type { Position, PositionId, Trail } from '@halyard/core/position';
import { toArrayLiteral } from './commit/array-literal.ts';
import type { EngineReader } from './engine-database.ts';
import type { EngineTime } from './engine-time.ts';
import { readAhead } from './commit/read-ahead.ts';

const PAGE_POSITIONS = 10_000;
const PACKED_IDS = 32;
const NUMBERS = 20;
const BYTES_PER_NUMBER = 8;
const BYTES = NUMBERS * BYTES_PER_NUMBER;
const HEX_DIGITS = BYTES * 2;
const IS_BUY = 1;
const HAS_GUARANTEED_STOP = 2;
const IS_AUTOMATIC = 4;
const HAS_STOP = 8;
const HAS_TARGET = 16;
const WAS_SPLIT = 32;
const HAS_CARRY = 64;
const HAS_TRAIL = 128;
/** PostgreSQL counts microseconds from 2000-01-01. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

// Selects positions, one line each. Numbers are in network byte order, instants in the
// type's binary format.
const LINES = `select string_agg(encode(
    int8send(id) || int8send(account_id) || int8send(amount_cents) || int8send(leverage) ||
    int8send(case direction when 'buy' then ${IS_BUY} else 0 end
      + case when is_protected then ${HAS_GUARANTEED_STOP} else 0 end
      + case when is_automatic then ${IS_AUTOMATIC} else 0 end
      + case when stop_points is null then 0 else ${HAS_STOP} end
      + case when target_points is null then 0 else ${HAS_TARGET} end
      + case when filled_points is null then 0 else ${WAS_SPLIT} end
      + case when carry is null then 0 else ${HAS_CARRY} end
      + case when trail_distance is null then 0 else ${HAS_TRAIL} end) ||
    int8send(coalesce(stop_points, 0)) || int8send(coalesce(target_points, 0)) ||
    int8send(termination_points) || int8send(open_points) || timestamptz_send(opened_at) ||
    int8send(open_sell_points) || int8send(open_buy_points) || int8send(open_sequence) ||
    timestamptz_send(open_source_at) || timestamptz_send(open_received_at) ||
    int8send(coalesce(filled_points, 0)) || int8send(coalesce(carry, 0)) ||
    int8send(coalesce(trail_distance, 0)) || int8send(coalesce(trail_points, 0)) ||
    int8send(coalesce(trail_sequence, 0)), 'hex') || symbol || E'\\t' || open_source, E'\\n') as pack`;
const PAGE = `${LINES}
  from (select * from positions where closed_at is null and id > $1
    order by id limit ${PAGE_POSITIONS}) as page
  group by id / ${PACKED_IDS}`;
const BY_ID = `${LINES}
  from positions where closed_at is null and id = any ($1::bigint[])
  group by id / ${PACKED_IDS}`;

/** Calls `visit` with every open position, by id. */
export async function forEachOpenPosition(
  { db, time }: { readonly db: EngineReader; readonly time: Pick<EngineTime, 'breathe'> },
  visit: (position: Position) => void,
): Promise<void> {
  const toPosition = createParser();
  let lastId = 0;
  const pages = readAhead(time, async (afterId) => await readLines(db, PAGE, [afterId]), lastIdOf);
  for await (const lines of pages) {
    for (const line of lines) {
      const position = toPosition(line);
      assert(position.id > lastId, 'positions are packed by id');
      lastId = position.id;
      visit(position);
    }
  }
}

/** Returns those of the positions that are open, by id. */
export async function readOpenPositions(
  db: EngineReader,
  ids: readonly PositionId[],
): Promise<readonly Position[]> {
  return (await readLines(db, BY_ID, [toArrayLiteral(ids)])).map(createParser());
}

async function readLines(
  db: EngineReader,
  text: string,
  values: readonly unknown[],
): Promise<readonly string[]> {
  const rows = (await db.query(text, values)) as readonly { readonly pack: string }[];
  // Lines begin with the digits of their id, all of equal length, so their order is that of the
  // ids.
  return rows.flatMap(({ pack }) => pack.split('\n')).toSorted();
}

function createParser(): (line: string) => Position {
  const intern = createInterner();
  const numbers = Buffer.alloc(BYTES);
  return (line) => {
    const written = numbers.write(line, 'hex');
    assert(written === BYTES, 'each packed line begins with its numbers');
    return positionOf(line, numbers, intern);
  };
}

function lastIdOf(lines: readonly string[]): number | undefined {
  const last = lines.at(-1);
  if (lines.length < PAGE_POSITIONS || last === undefined) return undefined;
  return numberAt(Buffer.from(last.slice(0, HEX_DIGITS), 'hex'), 0);
}

function positionOf(line: string, numbers: Buffer, intern: (text: string) => string): Position {
  const tab = line.indexOf('\t', HEX_DIGITS);
  assert(tab > HEX_DIGITS, 'a line has a symbol and a source');
  const symbol = intern(line.slice(HEX_DIGITS, tab));
  const flags = numberAt(numbers, 4);
  return {
    id: numberAt(numbers, 0),
    accountId: numberAt(numbers, 1),
    symbol,
    direction: (flags & IS_BUY) === 0 ? 'sell' : 'buy',
    amountCents: cents(numberAt(numbers, 2)),
    leverage: numberAt(numbers, 3),
    openPoints: points(numberAt(numbers, 8)),
    ...((flags & WAS_SPLIT) === 0 ? {} : { filledPoints: points(numberAt(numbers, 15)) }),
    openedAtMs: instantAt(numbers, 9),
    openQuote: {
      symbol,
      bidPoints: points(numberAt(numbers, 10)),
      askPoints: points(numberAt(numbers, 11)),
      sequence: numberAt(numbers, 12),
      source: intern(line.slice(tab + 1)),
      sourceAtMs: instantAt(numbers, 13),
      receivedAtMs: instantAt(numbers, 14),
    },
    stopPoints: (flags & HAS_STOP) === 0 ? null : points(numberAt(numbers, 5)),
    targetPoints: (flags & HAS_TARGET) === 0 ? null : points(numberAt(numbers, 6)),
    stopOutPoints: points(numberAt(numbers, 7)),
    hasGuaranteedStop: (flags & HAS_GUARANTEED_STOP) !== 0,
    isAutomatic: (flags & IS_AUTOMATIC) !== 0,
    ...((flags & HAS_CARRY) === 0 ? {} : { carry: numberAt(numbers, 16) }),
    ...((flags & HAS_TRAIL) === 0 ? {} : { trail: trailOf(numbers) }),
  };
}

function trailOf(numbers: Buffer): Trail {
  return {
    distance: points(numberAt(numbers, 17)),
    bestPoints: points(numberAt(numbers, 18)),
    bestSequence: numberAt(numbers, 19),
  };
}

/** A signed 64-bit number, which must be a safe integer; a BigInt would be ten times slower. */
function numberAt(numbers: Buffer, index: number): number {
  const offset = index * BYTES_PER_NUMBER;
  const value = numbers.readInt32BE(offset) * 2 ** 32 + numbers.readUInt32BE(offset + 4);
  assert(Number.isSafeInteger(value), 'a stored number is a safe one');
  return value;
}

/** Reads an instant in milliseconds since 1970; the engine writes no fractions. */
function instantAt(numbers: Buffer, index: number): number {
  return Math.floor(numberAt(numbers, index) / 1_000) + POSTGRES_EPOCH_MS;
}

/** A million positions share a few symbols, so each name is stored once. */
function createInterner(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first !== undefined) return first;
    known.set(text, text);
    return text;
  };
}
