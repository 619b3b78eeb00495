import type { Misbehaviour, VendorRequest } from '#vendor-host/vendor-host.ts';
import type { VendorCandle } from '#vendor-host/vendor-candle.ts';

export type BinanceQuote = {
  readonly bid: string;
  readonly ask: string;
  /** The update id of the order book; one more than the last by default. */
  readonly updateId?: number;
};

export type BinanceServer = Misbehaviour & {
  readonly streamUrl: string;
  readonly restUrl: string;
  /** The number of open streams, and of all streams so far. */
  readonly connectionCount: number;
  readonly openedCount: number;
  /** The number of open TCP connections, including idle ones of data requests. */
  readonly socketCount: number;
  readonly requests: readonly VendorRequest[];
  /** The stream names to which open connections have subscribed. */
  readonly subscriptions: readonly string[];
  /** Sends a quote to the subscribed connections. Returns how many they are. */
  quote(code: string, quote: BinanceQuote): number;
  setCandles(code: string, interval: string, candles: readonly VendorCandle[]): void;
  /** Sends any text to every connection. */
  sendRaw(text: string | Uint8Array): void;
  ping(): void;
  /** Announces a server shutdown; the connections stay open. */
  announceShutdown(): void;
  /** Ends every connection, as Binance does at the age of 24 hours. */
  disconnectDaily(): void;
  /** Sets how subscriptions are answered from now on: granted, with an error, or not at all. */
  answerSubscriptions(how: 'granted' | 'refused' | 'unanswered'): void;
  close(): Promise<void>;
};
