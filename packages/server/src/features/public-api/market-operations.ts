import * as v1 from '@halyard/contract/v1/markets';
import type { Instrument } from '@halyard/core/instrument';
import { ok, refused } from '#platform/http/http.ts';
import type { AccountsTrading } from './accounts-trading.ts';
import { bindOperation } from './binding.ts';
import type { OperationBinding } from './binding.ts';
import { toCandle, toInstrument, toQuote } from './to-v1.ts';

export type MarketDeps = {
  readonly tradingOf: AccountsTrading<'desk'>;
  readonly listed: ReadonlyMap<string, Instrument>;
};

export function marketOperations({ tradingOf, listed }: MarketDeps): readonly OperationBinding[] {
  // Prices are the same for both kinds of account.
  const { desk } = tradingOf.live;
  return [
    bindOperation(v1.listInstruments, async ({ customerId, environment }) => {
      const assets = await tradingOf[environment].desk.listAssets(customerId);
      return ok({ data: assets.map(toInstrument), next_cursor: null });
    }),
    bindOperation(v1.getInstrument, async ({ customerId, environment, params }) => {
      const assets = await tradingOf[environment].desk.listAssets(customerId);
      const asset = assets.find(({ symbol }) => symbol === params.symbol);
      return asset === undefined ? refused({ code: 'not-found' }) : ok(toInstrument(asset));
    }),
    bindOperation(v1.listQuotes, async ({ query }) => {
      const wanted = query.symbols === undefined ? undefined : new Set(query.symbols.split(','));
      const quotes = Object.entries(desk.listQuotes()).flatMap(([symbol, quote]) => {
        const instrument = listed.get(symbol);
        const isWanted = wanted === undefined || wanted.has(symbol);
        return instrument !== undefined && isWanted
          ? [toQuote(symbol, quote, instrument.decimals)]
          : [];
      });
      return ok({ data: quotes, next_cursor: null });
    }),
    bindOperation(v1.listCandles, async ({ query }) => {
      const { symbol, timeframe } = query;
      const instrument = listed.get(symbol);
      if (instrument === undefined) return refused({ code: 'not-found' });
      const range = { from: Date.parse(query.from), to: Date.parse(query.to) };
      const answer = await desk.listCandles({ symbol, timeframe, ...range });
      if (answer.kind === 'refused') return answer;
      const data = answer.data.map((candle) => toCandle(candle, instrument.decimals));
      return ok({ data, next_cursor: null });
    }),
  ];
}
