import type { Misbehaviour, VendorRequest } from '#vendor-host/vendor-host.ts';
import type { VendorCandle } from '#vendor-host/vendor-candle.ts';

export type OandaQuote = {
  /** The bids, best first; empty means no liquidity on that side. */
  readonly bids: readonly string[];
  readonly asks: readonly string[];
  readonly tradeable?: boolean;
  /** When the price was quoted; now by default. */
  readonly atMs?: number;
};

export type OandaServer = Misbehaviour & {
  readonly streamUrl: string;
  readonly restUrl: string;
  /** The number of open streams, and of all streams so far. */
  readonly connectionCount: number;
  readonly openedCount: number;
  readonly socketCount: number;
  readonly requests: readonly VendorRequest[];
  /** The instruments that open streams are subscribed to. */
  readonly subscriptions: readonly string[];
  /** Sends a price to its subscribers, and stores it for the snapshot of the next stream. */
  quote(code: string, quote: OandaQuote): number;
  heartbeat(): void;
  setCandles(code: string, granularity: string, candles: readonly VendorCandle[]): void;
  /** Sends any text to every stream. The text must contain the line feed that ends a line. */
  sendRaw(text: string): void;
  /** Stops all automatic messages: prices and heartbeats. */
  silence(isSilent: boolean): void;
  /** Replaces the token, so that the current one is rejected from now on. */
  revokeToken(): void;
  close(): Promise<void>;
};
