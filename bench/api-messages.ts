// The messages between the API bench and its two other processes: the server that replies, and the
// clients.

export type Read = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
};

export type Load = {
  readonly port: number;
  /** The reads, which are requested in turns. */
  readonly reads: readonly Read[];
  /** The session tokens of the customers, which are used in turns. */
  readonly tokens: readonly string[];
  readonly connections: number;
  /** The request rate; if absent, each request follows the previous reply. */
  readonly perSecond?: number;
  readonly warmUpMs: number;
  readonly durationMs: number;
};

export type ToFixture = { readonly kind: 'begin' } | { readonly kind: 'end' };
export type FromFixture =
  | {
      readonly kind: 'listening';
      readonly database: string;
      readonly port: number;
      /**
       * The port of bare routes that reply with constants of the same content, behind the same
       * edge.
       */
      readonly barePort: number;
      /** The port of the same constants on the framework alone. */
      readonly frameworkPort: number;
      readonly reads: readonly Read[];
      readonly tokens: readonly string[];
    }
  | { readonly kind: 'ended'; readonly processorMs: number };

export type ToClients = { readonly kind: 'run'; readonly load: Load };
export type FromClients =
  | { readonly kind: 'warm' }
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'measured';
      readonly answers: number;
      readonly bytes: number;
      readonly waitMs: { readonly p50: number; readonly p99: number; readonly max: number };
      /** The used processor time as a share of one core. */
      readonly processorShare: number;
    };
