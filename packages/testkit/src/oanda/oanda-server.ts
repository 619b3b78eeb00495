import type { Misbehaviour, VendorRequest } from '#vendor-host/vendor-host.ts';
import type { VendorCandle } from '#vendor-host/vendor-candle.ts';

export type OandaQuote = {
  /** Best first. Empty: no liquidity on that side. */
  readonly bids: readonly string[];
  readonly asks: readonly string[];
  readonly tradeable?: boolean;
  /** When it was quoted; now by default. */
  readonly atMs?: number;
};

export type OandaServer = Misbehaviour & {
  readonly streamUrl: string;
  readonly restUrl: string;
  /** Streams open now, and ever. */
  readonly connectionCount: number;
  readonly openedCount: number;
  readonly socketCount: number;
  readonly requests: readonly VendorRequest[];
  /** Instruments, of every open stream together. */
  readonly subscriptions: readonly string[];
  /** Sends a price to whoever streams it, and keeps it for the snapshot of the next stream. */
  quote(code: string, quote: OandaQuote): number;
  heartbeat(): void;
  setCandles(code: string, granularity: string, candles: readonly VendorCandle[]): void;
  /** Sends any text to every stream; a line needs its line feed. */
  sendRaw(text: string): void;
  /** Nothing more is sent by itself, neither prices nor heartbeats. */
  silence(isSilent: boolean): void;
  /** From now on the token is another one. */
  revokeToken(): void;
  close(): Promise<void>;
};
