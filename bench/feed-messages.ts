// What a bench of the live feed says to its two other processes: the stand that sends prices, and
// the clients that receive them.

/** Prices of these symbols are followed by one client in so many. */
export type FeedClients = {
  readonly port: number;
  readonly kind: 'socket.io' | 'raw';
  readonly sockets: number;
  /** Empty: every client follows everything. */
  readonly symbolSets: readonly (readonly string[])[];
};

export type ToFixture =
  /** All clients are there: prices begin to move. */
  { readonly kind: 'start' } | { readonly kind: 'measure'; readonly durationMs: number };
export type FromFixture =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'measured'; readonly processorMs: number };

export type ToClients =
  | { readonly kind: 'connect'; readonly clients: FeedClients }
  | { readonly kind: 'measure'; readonly durationMs: number };
export type FromClients =
  | { readonly kind: 'connecting'; readonly connected: number }
  | { readonly kind: 'connected' }
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'measured';
      readonly messages: number;
      readonly bytes: number;
      readonly lost: number;
      /** From the moment a batch is made to that at which its last byte is here. */
      readonly delayMs: { readonly p50: number; readonly p99: number; readonly max: number };
      /** Of one core. */
      readonly processorShare: number;
    };
