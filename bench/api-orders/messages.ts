// What the bench of orders through the API says to its two other processes.

/** A customer of the bench, with what its program and its browser authenticate with. */
export type BenchTrader = {
  readonly account: number;
  readonly key: string;
  readonly token: string;
};

export const WAYS = ['rest', 'stream', 'socket', 'bare'] as const;
/**
 * How the orders go: through REST; through REST until the account's stream shows them; through the
 * web app's socket; and through REST to bare routes that do nothing.
 */
export type Way = (typeof WAYS)[number];

export type OrdersLoad = {
  readonly way: Way;
  readonly port: number;
  readonly barePort: number;
  /** Each has one order at a time. */
  readonly traders: readonly BenchTrader[];
  /** As the customer sees it. */
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
      /** Rows that one statement each inserts durably, with as many connections. */
      readonly statementsPerSecond: number;
    }
  | {
      readonly kind: 'ended';
      readonly processorMs: number;
      /** Of the database's connections; undefined elsewhere than on Linux. */
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
      /** Of one core. */
      readonly processorShare: number;
    };
