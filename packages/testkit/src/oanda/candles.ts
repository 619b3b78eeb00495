import type { JsonAnswer, VendorRequest } from '#vendor-host/vendor-host.ts';
import type { CandleShelf, VendorCandle } from '#vendor-host/vendor-candle.ts';

const COUNT = 500;
const COUNT_MAX = 5_000;
const PATH = /^\/v3\/instruments\/(\w+)\/candles$/;
const UTC_ALIGNMENT = { dailyAlignment: '0', alignmentTimezone: 'UTC', weeklyAlignment: 'Monday' };

/**
 * Answers GET /v3/instruments/{name}/candles: the newest `count` before `to`, or all from `from`
 * on.
 */
export function answerCandles(
  { path, parameters }: VendorRequest,
  shelf: CandleShelf,
  nowMs: number,
): JsonAnswer | undefined {
  const [, instrument] = PATH.exec(path) ?? [];
  if (instrument === undefined) return undefined;
  const granularity = parameters.get('granularity') ?? 'S5';
  const count = Number(parameters.get('count') ?? COUNT);
  if (!(count >= 1 && count <= COUNT_MAX)) {
    return { status: 400, body: { errorMessage: "Maximum value for 'count' exceeded" } };
  }
  if (!isAligned(parameters)) {
    return { status: 400, body: { errorMessage: 'These candles are cut at 00:00 UTC and Monday' } };
  }
  const from = parameters.get('from');
  const to = parameters.get('to');
  const fromMs = from === null ? -Infinity : Date.parse(from);
  const toMs = to === null ? Infinity : Date.parse(to);
  const within = shelf
    .get(instrument, granularity)
    .filter(({ startMs }) => startMs >= fromMs && startMs < toMs);
  const page = from === null ? within.slice(-count) : within.slice(0, count);
  const candles = page.map((candle) => toCandle(candle, nowMs, within.at(-1)));
  return { status: 200, body: { instrument, granularity, candles } };
}

/**
 * Returns whether the request asks for the alignment of the stored candles, the only one that the
 * simulator has.
 */
function isAligned(parameters: URLSearchParams): boolean {
  return Object.entries(UTC_ALIGNMENT).every(([name, value]) => parameters.get(name) === value);
}

function toCandle(candle: VendorCandle, nowMs: number, newest: VendorCandle | undefined) {
  const { startMs, open: o, high: h, low: l, close: c, volume } = candle;
  return {
    complete: candle !== newest || startMs > nowMs,
    volume,
    time: new Date(startMs).toISOString().replace('Z', '000000Z'),
    bid: { o, h, l, c },
  };
}
