// The messages between the live feed bench and its two other processes: the server that sends
// prices, and the clients that receive them.

/** The clients, which are distributed evenly over the symbol sets. */
export type FeedClients = {
  readonly port: number;
  readonly kind: 'socket.io' | 'raw';
  readonly sockets: number;
  /**
   * The symbol sets, of which each client follows one; if there are none, every client follows all
   * symbols.
   */
  readonly symbolSets: readonly (readonly string[])[];
};

export type ToFixture =
  /** All clients are connected, so that prices can start to move. */
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
      /** The time from the creation of a batch until its last byte has arrived. */
      readonly delayMs: { readonly p50: number; readonly p99: number; readonly max: number };
      /** The used processor time as a share of one core. */
      readonly processorShare: number;
    };
