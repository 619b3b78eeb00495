// Simulators of third-party services, for tests only, and the judge of histories. Each simulator
// speaks the protocol of the real service on a port of this machine, is controlled by the test, and
// fails on request.
export { startAlpacaServer } from './alpaca/alpaca.ts';
export type { AlpacaQuote, AlpacaServer, AlpacaServerOptions } from './alpaca/alpaca.ts';
export { startBinanceServer } from './binance/binance.ts';
export type { BinanceQuote, BinanceServer, BinanceServerOptions } from './binance/binance.ts';
export { startCockpitServer } from './cockpit/cockpit.ts';
export type { CockpitContent, CockpitServer } from './cockpit/cockpit.ts';
export { HOSTILE_ADDRESSES, HOSTILE_HTML } from './hostile-html/hostile-html.ts';
export { checkHistory, HistoryRecorder } from './history/history.ts';
export type {
  Finding,
  History,
  Read,
  StoredHistory,
  View,
  Write,
  WriteResult,
} from './history/history.ts';
export { startOandaServer } from './oanda/oanda.ts';
export type { OandaQuote, OandaServer, OandaServerOptions } from './oanda/oanda.ts';
export { startForgingProvider } from './openid/forging-provider.ts';
export type { ForgedToken, ForgingProvider } from './openid/forging-provider.ts';
export { startOtlpCollector } from './otlp/otlp.ts';
export type { CollectedSpan, OtlpCollector } from './otlp/otlp.ts';
export { startScreeningProvider } from './screening/screening.ts';
export type { ScreenedPerson, ScreeningProviderServer } from './screening/screening.ts';
export { startS3Server } from './s3/s3.ts';
export type { S3Server, S3ServerOptions } from './s3/s3.ts';
export { startPushService } from './browser-push/browser-push.ts';
export type { PushService, PushSubscriber, ReceivedPush } from './browser-push/browser-push.ts';
export type { VendorCandle } from './vendor-host/vendor-candle.ts';
export type { Misbehaviour, RateLimit, VendorRequest } from './vendor-host/vendor-host.ts';
export {
  createIkajoSandbox,
  createIpaytotalSandbox,
  createPaymaxisSandbox,
  createPaywaySandbox,
} from './payments.ts';
export type { PaywaySandbox } from './payway/payway.ts';
export { serveSandbox } from './payment-desk/sandbox.ts';
export { createPasskeyAuthenticator } from './passkey/passkey.ts';
export type { PasskeyAuthenticator, PasskeyLies, PasskeyResponse } from './passkey/passkey.ts';
export type { PaymentSandbox, SandboxServer } from './payment-desk/sandbox.ts';
export type { Webhook } from './payment-desk/webhooks.ts';
