// The filters of Cockpit v1 on entries in memory: equality and operators as in MongoDB. Visitors
// write them, so everything is limited, and expressions that could run long are rejected.
import { isRecord } from './model.ts';
import type { Document } from './model.ts';

const DEPTH_MAX = 6;
const CONDITIONS_MAX = 100;
const LIST_LENGTH_MAX = 100;
/**
 * The maximum number of values in lists and searches together: each is compared with every entry.
 */
const VALUES_MAX = 200;
const PATTERN_LENGTH_MAX = 100;
/** Characters and list items that a query can search in all entries together. */
const WORK_MAX = 20_000_000;

/** Thrown for an invalid query. Cockpit returns 406 for it. */
export class FilterUnfit extends Error {
  override readonly name = 'FilterUnfit';
}

export type Matcher = (entry: Document) => boolean;

/** Compiles a filter. Throws FilterUnfit for unknown operators and oversized filters. */
export function compileFilter(filter: unknown): Matcher {
  return compile(
    filter,
    { conditionsLeft: CONDITIONS_MAX, valuesLeft: VALUES_MAX, workLeft: WORK_MAX },
    0,
  );
}

type Budget = { conditionsLeft: number; valuesLeft: number; workLeft: number };

function compile(filter: unknown, budget: Budget, depth: number): Matcher {
  if (!isRecord(filter) || depth > DEPTH_MAX) throw new FilterUnfit('not a filter');
  const matchers = Object.entries(filter).map(([key, wanted]): Matcher => {
    spendCondition(budget);
    if (key === '$and' || key === '$or') {
      if (!Array.isArray(wanted)) throw new FilterUnfit(`${key} wants a list`);
      const parts = wanted.map((part) => compile(part, budget, depth + 1));
      return key === '$and'
        ? (entry) => parts.every((matches) => matches(entry))
        : (entry) => parts.some((matches) => matches(entry));
    }
    if (key.startsWith('$')) throw new FilterUnfit(`no operator ${key}`);
    const test = compileCondition(wanted, budget);
    return (entry) => test(valueAt(entry, key));
  });
  return (entry) => matchers.every((matches) => matches(entry));
}

function spendCondition(budget: Budget): void {
  if (budget.conditionsLeft <= 0) throw new FilterUnfit('too many conditions');
  budget.conditionsLeft -= 1;
}

type Test = (value: unknown) => boolean;

function compileCondition(wanted: unknown, budget: Budget): Test {
  if (!isRecord(wanted) || !Object.keys(wanted).some((key) => key.startsWith('$'))) {
    return limitWork(budget, 1, (value) => isEqualOrHas(value, wanted));
  }
  const tests = Object.entries(wanted).map(([operator, operand]) => {
    spendCondition(budget);
    const make = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
    if (make === undefined) throw new FilterUnfit(`no operator ${operator}`);
    const before = budget.valuesLeft;
    const test = make(operand, budget);
    return limitWork(budget, 1 + before - budget.valuesLeft, test);
  });
  return (value) => tests.every((test) => test(value));
}

/**
 * Wraps a condition, so that its work counts towards the budget: it searches a text or list once
 * for each of its values.
 */
function limitWork(budget: Budget, values: number, test: Test): Test {
  return (value) => {
    const isLong = typeof value === 'string' || Array.isArray(value);
    budget.workLeft -= values * (1 + (isLong ? value.length : 0));
    if (budget.workLeft < 0) throw new FilterUnfit('too much to look through');
    return test(value);
  };
}

const OPERATORS: Readonly<Record<string, (operand: unknown, budget: Budget) => Test>> = {
  $eq: (operand) => (value) => isLooselyEqual(value, operand),
  $ne: (operand) => (value) => !isLooselyEqual(value, operand),
  $gt: (operand) => (value) => order(value, operand) > 0,
  $gte: (operand) => (value) => order(value, operand) >= 0,
  $lt: (operand) => (value) => order(value, operand) < 0,
  $lte: (operand) => (value) => order(value, operand) <= 0,
  $in: (operand, budget) => {
    const listed = listOf(operand, budget);
    return (value) => listed.some((one) => isEqualOrHas(value, one));
  },
  $nin: (operand, budget) => {
    const listed = listOf(operand, budget);
    return (value) => !listed.some((one) => isEqualOrHas(value, one));
  },
  $has: (operand) => (value) => Array.isArray(value) && isEqualOrHas(value, operand),
  $all: (operand, budget) => {
    const listed = listOf(operand, budget);
    return (value) => Array.isArray(value) && listed.every((one) => isEqualOrHas(value, one));
  },
  $regex: textTest,
  $preg: textTest,
  $match: textTest,
  $not: (operand) => {
    const test = textTest(operand);
    return (value) => !test(value);
  },
  $size: (operand) => (value) => Array.isArray(value) && value.length === Number(operand),
  $mod: (operand, budget) => {
    const [divisor, remainder] = listOf(operand, budget).map(Number);
    if (divisor === undefined || divisor === 0) throw new FilterUnfit('$mod wants a divisor');
    return (value) => typeof value === 'number' && value % divisor === (remainder ?? 0);
  },
  $exists: (operand) => (value) => (value !== undefined && value !== null) === isTrue(operand),
  $fuzzy: wordsTest,
  $text: wordsTest,
};

/** Returns the value of a key, which can be a dotted path. */
export function valueAt(entry: Document, key: string): unknown {
  if (Object.hasOwn(entry, key)) return entry[key];
  let value: unknown = entry;
  for (const part of key.split('.')) {
    if (Array.isArray(value)) value = value[Number(part)];
    else value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  }
  return value;
}

function isEqualOrHas(value: unknown, wanted: unknown): boolean {
  if (isLooselyEqual(value, wanted)) return true;
  const isScalar = typeof wanted !== 'object' && wanted !== null;
  return isScalar && Array.isArray(value) && value.some((one) => isLooselyEqual(one, wanted));
}

/** PHP's `==` for JSON values. */
function isLooselyEqual(value: unknown, wanted: unknown): boolean {
  if (value === undefined || value === null) return wanted === undefined || wanted === null;
  if (wanted === undefined || wanted === null) return false;
  if (typeof value === 'boolean' || typeof wanted === 'boolean') {
    return isTrue(value) === isTrue(wanted);
  }
  if (typeof value === 'object' && typeof wanted === 'object') {
    return jsonOf(value) === jsonOf(wanted);
  }
  if (typeof value === typeof wanted) return value === wanted;
  return isNumeric(value) && isNumeric(wanted) && Number(value) === Number(wanted);
}

/**
 * A cache of serialised values: a layout is long, and a filter can compare it two hundred times.
 */
const KNOWN_JSON = new WeakMap<object, string>();

export function jsonOf(value: object): string {
  const known = KNOWN_JSON.get(value);
  if (known !== undefined) return known;
  const json = JSON.stringify(value);
  KNOWN_JSON.set(value, json);
  return json;
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || /^-?\d+(\.\d+)?$/.test(String(value));
}

/** PHP's truth: '', '0', 0, null and an empty list are false. */
export function isTrue(value: unknown): boolean {
  if (value === '' || value === '0' || value === 0) return false;
  if (value === undefined || value === null || value === false) return false;
  return !(Array.isArray(value) && value.length === 0);
}

/** Compares two values; NaN, for which every comparison is false, for values without an order. */
function order(value: unknown, operand: unknown): number {
  if (isNumeric(value) && isNumeric(operand)) return Number(value) - Number(operand);
  if (typeof value !== 'string' || typeof operand !== 'string') return Number.NaN;
  if (value === operand) return 0;
  return value < operand ? -1 : 1;
}

function listOf(operand: unknown, budget: Budget): readonly unknown[] {
  if (!Array.isArray(operand) || operand.length > LIST_LENGTH_MAX) {
    throw new FilterUnfit('a list is wanted');
  }
  spendValues(budget, operand.length);
  return operand as readonly unknown[];
}

function spendValues(budget: Budget, count: number): void {
  if (count > budget.valuesLeft) throw new FilterUnfit('too many values');
  budget.valuesLeft -= count;
}

/**
 * A pattern of plain text, `^`, `$` and `.*`, case-sensitive only within slashes without the flag
 * `i`. A visitor's full regular expression could block the program for hours.
 */
function textTest(operand: unknown): Test {
  if (typeof operand !== 'string' || operand.length > PATTERN_LENGTH_MAX) {
    throw new FilterUnfit('a pattern is wanted');
  }
  const [, inner = operand, flags = 'i'] = /^\/(.*)\/([a-z]*)$/s.exec(operand) ?? [];
  const isFromStart = inner.startsWith('^');
  const isToEnd = inner.endsWith('$');
  const plain = inner.slice(isFromStart ? 1 : 0, isToEnd ? -1 : undefined);
  const pieces = plain.split('.*').map((piece) => {
    if (/[[\](){}*+?|^$.]/.test(piece.replaceAll(/\\\W/g, '')) || /\\(\w|$)/.test(piece)) {
      throw new FilterUnfit('only text, ^, $ and .* can be searched for');
    }
    return fold(piece.replaceAll(/\\(\W)/g, '$1'), flags);
  });
  return (value) =>
    typeof value === 'string' && hasPieces(fold(value, flags), pieces, { isFromStart, isToEnd });
}

function fold(text: string, flags: string): string {
  return flags.includes('i') ? text.toLowerCase() : text;
}

/**
 * Returns whether the pieces follow one another in the text; each is searched once, so it takes
 * linear time.
 */
function hasPieces(
  text: string,
  pieces: readonly string[],
  bound: { readonly isFromStart: boolean; readonly isToEnd: boolean },
): boolean {
  const [first = ''] = pieces;
  if (bound.isFromStart && !text.startsWith(first)) return false;
  const last = pieces.at(-1) ?? '';
  const end = bound.isToEnd ? text.length - last.length : text.length;
  if (bound.isToEnd && !text.endsWith(last)) return false;
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    if (bound.isToEnd && index === pieces.length - 1) {
      const startsAt = bound.isFromStart && index === 0 ? 0 : at;
      return end >= startsAt && (index > 0 || !bound.isFromStart || text === first);
    }
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return true;
}

function wordsTest(operand: unknown, budget: Budget): Test {
  const search = isRecord(operand) ? operand['$search'] : operand;
  if (typeof search !== 'string' || search.length > PATTERN_LENGTH_MAX) {
    throw new FilterUnfit('words are wanted');
  }
  const words = search.toLowerCase().split(/\s+/);
  spendValues(budget, words.length);
  return (value) => {
    if (typeof value !== 'string') return false;
    const text = value.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
