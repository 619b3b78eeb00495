import type { VendorCandle } from '#vendor-host/vendor-candle.ts';
import type { Misbehaviour, VendorRequest } from '#vendor-host/vendor-host.ts';

export type AlpacaServerOptions = {
  readonly key: string;
  readonly secret: string;
  readonly nowMs?: () => number;
  /** The maximum number of symbols that the plan lets a connection subscribe to; 30 by default. */
  readonly symbolsMax?: number;
  /** The symbols that exist; every one by default. */
  readonly symbols?: readonly string[];
};

export type AlpacaQuote = {
  /**
   * The bid as a JSON number in text form, such as '311.2'. Zero means that there is no quote on
   * that side.
   */
  readonly bid: string;
  readonly ask: string;
  readonly atMs?: number;
};

export type AlpacaServer = Misbehaviour & {
  readonly streamUrl: string;
  readonly restUrl: string;
  /** The number of open streams, and of all streams so far. */
  readonly connectionCount: number;
  readonly openedCount: number;
  readonly socketCount: number;
  readonly requests: readonly VendorRequest[];
  readonly subscriptions: readonly string[];
  quote(code: string, quote: AlpacaQuote): number;
  setCandles(code: string, timeframe: string, candles: readonly VendorCandle[]): void;
  /** Sends any text to every connection. */
  sendRaw(text: string | Uint8Array): void;
  /** Sends an error of the stream's protocol, such as 407, 'slow client', to every connection. */
  sendError(code: number, msg: string): void;
  /** Replaces the key, so that the current one is rejected from now on. */
  revokeKey(): void;
  /** Suppresses the greeting and every reply. */
  silence(isSilent: boolean): void;
  close(): Promise<void>;
};
