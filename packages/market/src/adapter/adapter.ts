// Price vendors. An adapter implements its vendor's protocol, keeps the connection, and passes on
// every valid quote in points. It never makes up a price.
export { ALPACA_FEEDS, ALPACA_FREE_SYMBOLS, createAlpaca } from './alpaca/alpaca.ts';
export type { Adapter, AdapterOptions } from './vendor-adapter.ts';
export type { AlpacaFeed, AlpacaOptions } from './alpaca/alpaca.ts';
export { createBinance } from './binance/binance.ts';
export type { BinanceOptions } from './binance/binance.ts';
export { FeedOutage } from './history/history.ts';
export type { AdapterSink, Rejection, RejectReason } from './intake/intake.ts';
export { createOanda, OANDA_ENVIRONMENTS } from './oanda/oanda.ts';
export type { OandaEnvironment, OandaOptions } from './oanda/oanda.ts';
