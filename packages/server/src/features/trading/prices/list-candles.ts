import { CANDLES_MAX } from '@halyard/contract/market';
import type { Candle as WireCandle, listCandles as candlesRoute } from '@halyard/contract/market';
import type { QueryOf } from '@halyard/contract/route';
import { toRate } from '@halyard/core/instrument';
import { FeedOutage } from '@halyard/market';
import type { Candle, CandleRequest, MarketView } from '@halyard/market';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { Instruments } from '../instruments.ts';
import { invalidField } from '../trading-command.ts';

/** Returns candles of the bid, ascending; of a long range the latest CANDLES_MAX. */
export async function listCandles(
  deps: { readonly market: MarketView; readonly instruments: Instruments },
  query: QueryOf<typeof candlesRoute>,
): Promise<Answer<WireCandle[]>> {
  const instrument = deps.instruments.get(query.symbol);
  if (instrument === undefined) return refused({ code: 'not-found' });
  if (query.to < query.from) return invalidField('to', 'must not be before from');
  const candles = await readCandles(deps.market, {
    symbol: query.symbol,
    timeframe: query.timeframe,
    fromMs: query.from,
    toMs: query.to,
    limit: CANDLES_MAX,
  });
  return ok(candles.map((candle) => toWireCandle(candle, instrument.decimals)));
}

/** Reads candles. A vendor that can't be reached is an outage to the caller. */
async function readCandles(market: MarketView, request: CandleRequest): Promise<readonly Candle[]> {
  try {
    return await market.candles(request);
  } catch (error) {
    if (!(error instanceof FeedOutage)) throw error;
    throw new Outage('feed', 'The source of the candles cannot be asked.', { cause: error });
  }
}

function toWireCandle(candle: Candle, decimals: number): WireCandle {
  return [
    candle.startMs,
    toRate(candle.openPoints, decimals),
    toRate(candle.highPoints, decimals),
    toRate(candle.lowPoints, decimals),
    toRate(candle.closePoints, decimals),
    candle.volume,
  ];
}
