// Converts a vendor's quotes to ticks. Quotes that are invalid by themselves are rejected here with
// a reason, counted, and passed on as evidence. The filter (`filter/`) decides afterwards whether a
// valid quote is plausible.
import type { Instrument, Points } from '@halyard/core/instrument';
import type { Clock } from '#clock/clock.ts';
import { decimalToPoints, parseDecimal, toCommonScale } from '#decimal/decimal.ts';
import type { Decimal } from '#decimal/decimal.ts';
import type { FeedSink, Tick } from '#feed/feed.ts';

const REJECT_REASONS = [
  /** The message does not follow the vendor's protocol. */
  'garbage',
  /** The quote's symbol is not one of those requested. */
  'unknown-symbol',
  /** The quote's bid or ask is missing or zero. */
  'missing-side',
  /** The quote's bid or ask is not a plain decimal number, or too large for a price. */
  'not-a-price',
  /** The quote's bid is above its ask. */
  'crossed',
  /** The quote's bid and ask are too far apart to give a price. */
  'too-wide',
  /** The time of the quote is missing or unreadable. */
  'no-time',
  /** The quote's time is further in the future than clocks differ. */
  'from-the-future',
  /** The quote is older than one that was accepted. */
  'out-of-order',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

/** The rejected message as received: the evidence in a price dispute. */
export type Rejection = {
  readonly reason: RejectReason;
  /** The rejected message's symbol; undefined if it is unknown. */
  readonly symbol: string | undefined;
  /** The vendor's message as received, truncated. */
  readonly raw: string;
  readonly atMs: number;
};

const RAW_MAX_CHARS = 500;
// How far a quote's time may lie in the future: the largest tolerated difference between clocks.
const AHEAD_MAX_MS = 2_000;
// When a vendor's sequence numbers reject every quote for longer than this, the vendor has
// restarted its numbering.
const ORDER_MEMORY_MS = 10_000;

export type RawQuote = {
  readonly code: string;
  readonly bid: unknown;
  readonly ask: unknown;
  /** The vendor's time of the quote; 'on-arrival' if its protocol has none. */
  readonly quotedAtMs: number | 'on-arrival' | undefined;
  /** The vendor's own sequence number, for protocols without a time. */
  readonly order?: number;
  /**
   * Whether the quote can be traded. False for a price to show while the market is closed or
   * halted.
   */
  readonly isTradeable: boolean;
  /** The vendor's message that contained the quote. */
  readonly raw: string;
};

export type Sides = { readonly bidPoints: Points; readonly askPoints: Points };

/** Computes bid and ask in points from the vendor's prices, which must not be crossed. */
export type QuoteShape = (
  bid: Decimal,
  ask: Decimal,
  instrument: Instrument,
) => Sides | RejectReason;

/** What a vendor can report to a feed's sink in addition to prices. */
export type AdapterSink = FeedSink & {
  /** Reports whether the vendor permits trading the symbol; called on each change. */
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
  /** Sets where ticks and rejections go from now on. */
  open(sink: AdapterSink): void;
  take(quote: RawQuote): void;
  /** Reports whether the vendor permits trading a symbol, without a price. */
  setTradeable(code: string, isTradeable: boolean): void;
  reject(reason: RejectReason, raw: string, code?: string): void;
};

/** Uses the vendor's bid and ask unchanged, rounding the bid down and the ask up to points. */
export function quoteAsGiven(
  bid: Decimal,
  ask: Decimal,
  { decimals }: Instrument,
): Sides | RejectReason {
  const bidPoints = decimalToPoints(bid, decimals, 'down');
  const askPoints = decimalToPoints(ask, decimals, 'up');
  return bidPoints === undefined || askPoints === undefined
    ? 'not-a-price'
    : { bidPoints, askPoints };
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

/** Returns the tick and stores its time and number, or returns the reason for rejection. */
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

// Returns the quote's time, which never decreases for a subscriber, whether a quote is old or our
// own clock was set back.
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
