// The messages between the orders bench and its two other processes.

/**
 * A customer of the bench, with the API key of their program and the session token of their
 * browser.
 */
export type BenchTrader = {
  readonly account: number;
  readonly key: string;
  readonly token: string;
};

export const WAYS = ['rest', 'stream', 'socket', 'bare'] as const;
/**
 * The way of the orders: through REST; through REST until the account's stream shows them; through
 * the web app's socket; or through REST to bare routes that do nothing.
 */
export type Way = (typeof WAYS)[number];

export type OrdersLoad = {
  readonly way: Way;
  readonly port: number;
  readonly barePort: number;
  /** The traders; each has one order at a time. */
  readonly traders: readonly BenchTrader[];
  /** The price that the customer saw. */
  readonly price: string;
  readonly warmUpMs: number;
  readonly durationMs: number;
};

export type ToOrdersFixture = { readonly kind: 'begin' } | { readonly kind: 'end' };
export type FromOrdersFixture =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'listening';
      readonly port: number;
      readonly barePort: number;
      readonly traders: readonly BenchTrader[];
      readonly price: string;
      /**
       * The number of rows that are inserted durably per second, one statement each, over as many
       * connections.
       */
      readonly statementsPerSecond: number;
    }
  | {
      readonly kind: 'ended';
      readonly processorMs: number;
      /** The processor time of the database's connections; undefined except on Linux. */
      readonly databaseMs?: number;
    };

export type ToOrdersClients = { readonly kind: 'run'; readonly load: OrdersLoad };
export type FromOrdersClients =
  | { readonly kind: 'warm' }
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'measured';
      readonly orders: number;
      readonly waitMs: { readonly p50: number; readonly p99: number; readonly max: number };
      /** The used processor time as a share of one core. */
      readonly processorShare: number;
    };
