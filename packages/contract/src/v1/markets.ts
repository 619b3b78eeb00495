// Instruments, their quotes and candles.
import * as z from 'zod/mini';
import { CATEGORIES, SYMBOL_STATES } from '@halyard/core/instrument';
import { CANDLES_MAX, TIMEFRAMES } from '../market.ts';
import {
  about,
  component,
  InstrumentSymbol,
  Money,
  Page,
  Percent,
  Price,
  SentTime,
  Time,
} from './atoms.ts';
import { defineOperation } from './operation.ts';

const SYMBOLS_MAX = 50;

const State = z
  .enum(SYMBOL_STATES)
  .check(about('Orders are executed in the state `live` only.', 'live'));

export const Instrument = z
  .object({
    symbol: InstrumentSymbol,
    name: z.string().check(about('The name that customers see.', 'Bitcoin')),
    category: z.enum(CATEGORIES).check(about('The asset class.', 'crypto')),
    decimals: z.int().check(about('The number of decimals of its prices.', 2)),
    leverages: z.array(z.int()).check(about('The leverages that your account can use.', [1, 2])),
    margin_min: Money.check(about('The minimum margin of an order in euros.', '20.00')),
    margin_max: Money.check(about('The maximum margin of an order in euros.', '10000.00')),
    overnight_financing_percent: z
      .object({ buy: Percent, sell: Percent })
      .check(
        about(
          'The yearly overnight financing in percent of the notional; negative is credited to you.',
        ),
      ),
    guaranteed_stop_fee_percent: z
      .nullable(Percent)
      .check(
        about(
          'The premium of a guaranteed stop in percent of the notional; null: stops are not guaranteed.',
          null,
        ),
      ),
    state: State,
    session: z.object({
      is_open: z.boolean().check(about('Whether the market is open now.', true)),
      next_open_at: z
        .nullable(Time)
        .check(about('When the market opens; null while it is open.', null)),
      next_close_at: z
        .nullable(Time)
        .check(about('When the market closes; null if it never does.', null)),
    }),
  })
  .check(component('Instrument', 'What can be traded, under the rules for your account.'));
export type Instrument = z.infer<typeof Instrument>;

export const listInstruments = defineOperation({
  id: 'listInstruments',
  tag: 'markets',
  method: 'GET',
  path: '/instruments',
  summary: 'List instruments',
  description: 'Returns all instruments with the limits for your account.',
  scope: 'read',
  status: 200,
  reply: Page('InstrumentPage', Instrument),
  codes: [],
});

export const getInstrument = defineOperation({
  id: 'getInstrument',
  tag: 'markets',
  method: 'GET',
  path: '/instruments/{symbol}',
  summary: 'Get an instrument',
  description: 'Returns one instrument with the limits for your account.',
  scope: 'read',
  params: z.strictObject({ symbol: InstrumentSymbol }),
  status: 200,
  reply: Instrument,
  codes: ['not-found'],
});

export const Quote = z
  .object({
    symbol: InstrumentSymbol,
    bid: Price.check(about('The price at which you sell.', '40005.75')),
    ask: Price.check(about('The price at which you buy.', '40010.25')),
    state: State,
    at: Time.check(about('When the quote was received.', '2026-01-15T09:30:00.000Z')),
    change_percent: z
      .nullable(Percent)
      .check(about('The change since the start of the UTC day; null if unknown.', '1.25')),
  })
  .check(component('Quote', 'The latest quote of an instrument.'));
export type Quote = z.infer<typeof Quote>;

export const listQuotes = defineOperation({
  id: 'listQuotes',
  tag: 'markets',
  method: 'GET',
  path: '/quotes',
  summary: 'List quotes',
  description: 'Returns the latest quotes. An instrument without a quote is omitted.',
  scope: 'read',
  query: z.strictObject({
    symbols: z.optional(
      z
        .string()
        .check(
          z.regex(
            new RegExp(`^[A-Z0-9]{1,20}(,[A-Z0-9]{1,20}){0,${SYMBOLS_MAX - 1}}$`),
            `must be at most ${SYMBOLS_MAX} symbols, separated by commas`,
          ),
          about(`At most ${SYMBOLS_MAX} symbols, separated by commas; all if absent.`, 'BTCUSD'),
        ),
    ),
  }),
  status: 200,
  reply: Page('QuotePage', Quote),
  codes: [],
});

export const Candle = z
  .object({
    start_at: Time,
    open: Price,
    high: Price,
    low: Price,
    close: Price,
    volume: z
      .number()
      .check(about('The volume that the price source reports; 0 if it reports none.', 12.5)),
  })
  .check(component('Candle', 'The bid prices of one interval.'));
export type Candle = z.infer<typeof Candle>;

export const listCandles = defineOperation({
  id: 'listCandles',
  tag: 'markets',
  method: 'GET',
  path: '/candles',
  summary: 'List candles',
  description: `Returns candles of the bid price in ascending order: of a range that holds more than ${CANDLES_MAX}, the latest ${CANDLES_MAX}.`,
  scope: 'read',
  query: z.strictObject({
    symbol: InstrumentSymbol,
    timeframe: z.enum(TIMEFRAMES).check(about('The length of a candle.', '1h')),
    from: SentTime,
    to: SentTime,
  }),
  status: 200,
  reply: Page('CandlePage', Candle),
  codes: ['not-found'],
});
