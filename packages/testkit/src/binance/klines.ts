import type { JsonAnswer, VendorRequest } from '#vendor-host/vendor-host.ts';
import type { CandleShelf, VendorCandle } from '#vendor-host/vendor-candle.ts';

const MINUTE_MS = 60_000;
const INTERVALS_MS: Readonly<Record<string, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1_440 * MINUTE_MS,
  '1w': 10_080 * MINUTE_MS,
};
const LIMIT = 500;
const LIMIT_MAX = 1_000;

/**
 * Answers GET /api/v3/klines: with a start time the oldest klines since then, without one the
 * newest.
 */
export function answerKlines(
  { path, parameters }: VendorRequest,
  shelf: CandleShelf,
): JsonAnswer | undefined {
  if (path !== '/api/v3/klines') return undefined;
  const interval = parameters.get('interval') ?? '';
  const lengthMs = INTERVALS_MS[interval];
  if (lengthMs === undefined) return rejection(-1_120, 'Invalid interval.');
  const code = parameters.get('symbol') ?? '';
  if (!/^[A-Z0-9]{2,20}$/.test(code)) return rejection(-1_121, 'Invalid symbol.');
  const limit = Math.min(Number(parameters.get('limit') ?? LIMIT), LIMIT_MAX);
  const startMs = Number(parameters.get('startTime') ?? -Infinity);
  const endMs = Number(parameters.get('endTime') ?? Infinity);
  const within = shelf
    .get(code, interval)
    .filter((candle) => candle.startMs >= startMs && candle.startMs <= endMs);
  const page = parameters.has('startTime') ? within.slice(0, limit) : within.slice(-limit);
  return { status: 200, body: page.map((candle) => toKline(candle, lengthMs)) };
}

function rejection(code: number, msg: string): JsonAnswer {
  return { status: 400, body: { code, msg } };
}

function toKline({ startMs, open, high, low, close, volume }: VendorCandle, lengthMs: number) {
  const base = [startMs, open, high, low, close, volume.toFixed(8), startMs + lengthMs - 1];
  return [...base, '2434.19055334', 308, '1756.87402397', '28.46694368', '0'];
}
