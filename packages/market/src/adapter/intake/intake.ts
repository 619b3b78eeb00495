// From a vendor's quote to a tick of ours. What can be seen to be wrong with it is refused here
// with a reason, counted and handed on as evidence; whether a sane quote is a true one is decided
// later, by the filter.
import type { Instrument, Points } from '@halyard/core/instrument';
import type { Clock } from '#clock/clock.ts';
import { decimalToPoints, parseDecimal, toCommonScale } from '#decimal/decimal.ts';
import type { Decimal } from '#decimal/decimal.ts';
import type { FeedSink, Tick } from '#feed/feed.ts';

const REJECT_REASONS = [
  /** No message of the protocol. */
  'garbage',
  /** Not one of the symbols asked for. */
  'unknown-symbol',
  /** Bid or ask is not there, or is zero. */
  'missing-side',
  /** Bid or ask is no plain decimal, or more than a price can be. */
  'not-a-price',
  /** The bid is above the ask. */
  'crossed',
  /** Bid and ask are too far apart to say where the price is. */
  'too-wide',
  /** The time of the quote is missing or unreadable. */
  'no-time',
  /** The time of the quote lies further ahead than clocks differ. */
  'from-the-future',
  /** Older than a quote that was taken before. */
  'out-of-order',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

/** What was refused, as it came: the evidence when a price is disputed. */
export type Rejection = {
  readonly reason: RejectReason;
  /** Undefined when it is none of ours. */
  readonly symbol: string | undefined;
  /** The message, cut short. */
  readonly raw: string;
  readonly atMs: number;
};

const RAW_MAX_CHARS = 500;
// Clocks may differ by so much.
const AHEAD_MAX_MS = 2_000;
// A vendor's numbering that refuses everything for longer than this has begun anew.
const ORDER_MEMORY_MS = 10_000;

export type RawQuote = {
  readonly code: string;
  readonly bid: unknown;
  readonly ask: unknown;
  /** When the vendor says it was quoted; 'on-arrival' where its protocol has no such time. */
  readonly quotedAtMs: number | 'on-arrival' | undefined;
  /** The vendor's own numbering, for protocols without a time. */
  readonly order?: number;
  /** False: a price to look at while the market is closed or halted. */
  readonly isTradeable: boolean;
  /** The message it came in. */
  readonly raw: string;
};

export type Sides = { readonly sellPoints: Points; readonly buyPoints: Points };

/** Makes prices of a bid and an ask that do not cross. */
export type QuoteShape = (
  bid: Decimal,
  ask: Decimal,
  instrument: Instrument,
) => Sides | RejectReason;

/** What a feed's sink may hear of a vendor besides prices; one that does not care leaves it out. */
export type AdapterSink = FeedSink & {
  /** Whether the vendor lets the symbol be traded now; told when it changes. */
  tradeable?(symbol: string, isTradeable: boolean): void;
  rejected?(rejection: Rejection): void;
};

export type IntakeOptions = {
  readonly instrumentsByCode: ReadonlyMap<string, Instrument>;
  readonly shape: QuoteShape;
  readonly clock: Clock;
};

export type RejectionCounts = Readonly<Record<RejectReason, number>>;

type Entry = {
  readonly instrument: Instrument;
  quotedAtMs: number;
  order: number;
  takenAtMs: number;
  isTradeable: boolean | undefined;
};

export type Intake = {
  readonly counts: RejectionCounts;
  /** Where ticks and rejections go from now on. */
  open(sink: AdapterSink): void;
  take(quote: RawQuote): void;
  /** The vendor says of a symbol, without a price, whether it can be traded. */
  setTradeable(code: string, isTradeable: boolean): void;
  reject(reason: RejectReason, raw: string, code?: string): void;
};

/** The bid is what a customer sells at, rounded down; the ask what one buys at, rounded up. */
export function quoteAsGiven(
  bid: Decimal,
  ask: Decimal,
  { decimals }: Instrument,
): Sides | RejectReason {
  const sellPoints = decimalToPoints(bid, decimals, 'down');
  const buyPoints = decimalToPoints(ask, decimals, 'up');
  return sellPoints === undefined || buyPoints === undefined
    ? 'not-a-price'
    : { sellPoints, buyPoints };
}

export function createIntake({ instrumentsByCode, shape, clock }: IntakeOptions): Intake {
  const entries = new Map([...instrumentsByCode].map(([code, one]) => [code, newEntry(one)]));
  const counts = Object.fromEntries(REJECT_REASONS.map((reason) => [reason, 0])) as Record<
    RejectReason,
    number
  >;
  let sink: AdapterSink | undefined;
  const reject = (reason: RejectReason, raw: string, code?: string): void => {
    counts[reason] += 1;
    const symbol = code === undefined ? undefined : entries.get(code)?.instrument.symbol;
    sink?.rejected?.({ reason, symbol, raw: raw.slice(0, RAW_MAX_CHARS), atMs: clock.nowMs() });
  };
  const setTradeable = (code: string, isTradeable: boolean): void => {
    const entry = entries.get(code);
    if (entry === undefined || entry.isTradeable === isTradeable) return;
    entry.isTradeable = isTradeable;
    sink?.tradeable?.(entry.instrument.symbol, isTradeable);
  };
  return {
    counts,
    open(target) {
      sink = target;
    },
    setTradeable,
    reject,
    take(quote) {
      const entry = entries.get(quote.code);
      const result = entry === undefined ? 'unknown-symbol' : judge({ quote, entry, shape, clock });
      if (typeof result === 'string') {
        reject(result, quote.raw, quote.code);
        return;
      }
      setTradeable(quote.code, quote.isTradeable);
      if (quote.isTradeable) sink?.tick(result);
      else sink?.lastKnown(result);
    },
  };
}

function newEntry(instrument: Instrument): Entry {
  return {
    instrument,
    quotedAtMs: -Infinity,
    order: -Infinity,
    takenAtMs: -Infinity,
    isTradeable: undefined,
  };
}

type Case = {
  readonly quote: RawQuote;
  readonly entry: Entry;
  readonly shape: QuoteShape;
  readonly clock: Clock;
};

/** Gives the tick, and remembers its time and number; or the reason to refuse it. */
function judge({ quote, entry, shape, clock }: Case): Tick | RejectReason {
  if (isAbsent(quote.bid) || isAbsent(quote.ask)) return 'missing-side';
  const bid = parseDecimal(quote.bid);
  const ask = parseDecimal(quote.ask);
  if (bid === undefined || ask === undefined) return 'not-a-price';
  if (bid.units === 0n || ask.units === 0n) return 'missing-side';
  const [bidUnits, askUnits] = toCommonScale(bid, ask);
  if (bidUnits > askUnits) return 'crossed';
  const nowMs = clock.nowMs();
  const sourceAtMs = placeInTime(quote, entry, nowMs);
  if (typeof sourceAtMs === 'string') return sourceAtMs;
  const sides = shape(bid, ask, entry.instrument);
  if (typeof sides === 'string') return sides;
  entry.quotedAtMs = sourceAtMs;
  entry.order = quote.order ?? entry.order;
  entry.takenAtMs = nowMs;
  return { symbol: entry.instrument.symbol, ...sides, sourceAtMs };
}

function isAbsent(side: unknown): boolean {
  return side === undefined || side === null || side === '';
}

// A subscriber's time never runs backwards: neither by an old quote nor by our own clock set back.
function placeInTime(quote: RawQuote, entry: Entry, nowMs: number): number | RejectReason {
  const { quotedAtMs, order } = quote;
  if (quotedAtMs === undefined) return 'no-time';
  if (quotedAtMs === 'on-arrival') {
    const isRemembered = nowMs - entry.takenAtMs < ORDER_MEMORY_MS;
    if (order !== undefined && order < entry.order && isRemembered) return 'out-of-order';
    return Math.max(nowMs, entry.quotedAtMs);
  }
  if (quotedAtMs > nowMs + AHEAD_MAX_MS) return 'from-the-future';
  return quotedAtMs < entry.quotedAtMs ? 'out-of-order' : quotedAtMs;
}
