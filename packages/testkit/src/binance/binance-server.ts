import type { Misbehaviour, VendorRequest } from '#vendor-host/vendor-host.ts';
import type { VendorCandle } from '#vendor-host/vendor-candle.ts';

export type BinanceQuote = {
  readonly bid: string;
  readonly ask: string;
  /** The book's update id; one more than the last by default. */
  readonly updateId?: number;
};

export type BinanceServer = Misbehaviour & {
  readonly streamUrl: string;
  readonly restUrl: string;
  /** Streams open now, and ever. */
  readonly connectionCount: number;
  readonly openedCount: number;
  /** TCP connections open now, idle ones for data included. */
  readonly socketCount: number;
  readonly requests: readonly VendorRequest[];
  /** Stream names, of every open connection together. */
  readonly subscriptions: readonly string[];
  /** Sends a quote to whoever subscribed to it. Gives how many did. */
  quote(code: string, quote: BinanceQuote): number;
  setCandles(code: string, interval: string, candles: readonly VendorCandle[]): void;
  /** Sends any text to every connection. */
  sendRaw(text: string | Uint8Array): void;
  ping(): void;
  /** Says that the server is about to go; the connections stay. */
  announceShutdown(): void;
  /** Ends every connection as at the age of 24 hours. */
  disconnectDaily(): void;
  /** From now on subscriptions get an error, or no answer at all. */
  answerSubscriptions(how: 'granted' | 'refused' | 'unanswered'): void;
  close(): Promise<void>;
};
