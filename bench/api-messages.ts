// What the bench of the API says to its two other processes: the stand that answers, and the
// clients that ask.

export type Read = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
};

export type Load = {
  readonly port: number;
  /** Asked in turns. */
  readonly reads: readonly Read[];
  /** Of the customers who ask, in turns. */
  readonly tokens: readonly string[];
  readonly connections: number;
  /** Requests come by the clock; absent: as soon as the answer before is there. */
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
      /** Of bare routes behind the same edge, which give the same answers as constants. */
      readonly barePort: number;
      /** Of the same constants on the framework alone. */
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
      /** Of one core. */
      readonly processorShare: number;
    };
