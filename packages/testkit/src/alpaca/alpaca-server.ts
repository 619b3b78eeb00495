import type { VendorCandle } from '#vendor-host/vendor-candle.ts';
import type { Misbehaviour, VendorRequest } from '#vendor-host/vendor-host.ts';

export type AlpacaServerOptions = {
  readonly key: string;
  readonly secret: string;
  readonly nowMs?: () => number;
  /** What the plan lets a connection subscribe to; 30 by default. */
  readonly symbolsMax?: number;
  /** Symbols that exist; every one by default. */
  readonly symbols?: readonly string[];
};

export type AlpacaQuote = {
  /** JSON numbers, as text: 311.2. Zero is no quote on that side. */
  readonly bid: string;
  readonly ask: string;
  readonly atMs?: number;
};

export type AlpacaServer = Misbehaviour & {
  readonly streamUrl: string;
  readonly restUrl: string;
  /** Streams open now, and ever. */
  readonly connectionCount: number;
  readonly openedCount: number;
  readonly socketCount: number;
  readonly requests: readonly VendorRequest[];
  readonly subscriptions: readonly string[];
  quote(code: string, quote: AlpacaQuote): number;
  setCandles(code: string, timeframe: string, candles: readonly VendorCandle[]): void;
  /** Sends any text to every connection. */
  sendRaw(text: string | Uint8Array): void;
  /** Sends an error of the stream's protocol, such as 407, 'slow client'. */
  sendError(code: number, msg: string): void;
  /** From now on the key is another one. */
  revokeKey(): void;
  /** No greeting, no answer. */
  silence(isSilent: boolean): void;
  close(): Promise<void>;
};
