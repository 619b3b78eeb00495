// Price vendors. An adapter implements its vendor's protocol, keeps the connection, and passes on
// every valid quote in points. It never makes up a price.
export { createAlpaca } from './alpaca/alpaca.ts';
export type { Adapter, AdapterOptions } from './vendor-adapter.ts';
export type { AlpacaOptions } from './alpaca/alpaca.ts';
export { FeedOutage } from './history/history.ts';
export type { AdapterSink, Rejection, RejectReason } from './intake/intake.ts';
export { createOanda } from './oanda/oanda.ts';
export type { Vendor, VendorSetting } from './vendor/vendor.ts';
export { VENDORS } from './vendors.ts';
export type { VendorName } from './vendors.ts';
