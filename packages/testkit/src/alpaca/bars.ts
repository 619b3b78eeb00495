import type { CandleShelf, VendorCandle } from '#vendor-host/vendor-candle.ts';
import type { JsonAnswer, VendorRequest } from '#vendor-host/vendor-host.ts';

const LIMIT = 1_000;
const LIMIT_MAX = 10_000;

/** Answers GET /v2/stocks/bars for one symbol: `start` and `end` inclusive, `sort` asc or desc. */
export function answerBars(
  { path, parameters }: VendorRequest,
  shelf: CandleShelf,
): JsonAnswer | undefined {
  if (path !== '/v2/stocks/bars') return undefined;
  const code = parameters.get('symbols') ?? '';
  const limit = Number(parameters.get('limit') ?? LIMIT);
  if (!(limit >= 1 && limit <= LIMIT_MAX)) {
    return { status: 400, body: { message: 'invalid limit' } };
  }
  const startMs = Date.parse(parameters.get('start') ?? '');
  const endMs = Date.parse(parameters.get('end') ?? '');
  const within = shelf
    .get(code, parameters.get('timeframe') ?? '')
    .filter((candle) => candle.startMs >= startMs && candle.startMs <= endMs);
  const sorted = parameters.get('sort') === 'desc' ? within.toReversed() : within;
  const page = sorted.slice(0, limit);
  const hasMore = sorted.length > page.length;
  const bars = page.length === 0 ? '{}' : `{${JSON.stringify(code)}:[${page.map(toBar).join()}]}`;
  const token = hasMore ? '"QUFQTHxNfDIwMjQ="' : 'null';
  return { status: 200, body: `{"bars":${bars},"next_page_token":${token}}` };
}

/** Formats a bar. Prices are JSON numbers with exactly the digits given. */
function toBar({ startMs, open, high, low, close, volume }: VendorCandle): string {
  const time = new Date(startMs).toISOString().replace('.000Z', 'Z');
  const prices = `"o":${open},"h":${high},"l":${low},"c":${close}`;
  return `{"t":"${time}",${prices},"v":${volume},"n":12,"vw":${close}}`;
}
