// Orders that are answered when they are durable: pairs of an opening and a close per second
// through the engine's runner, and the latency of an order at a thousand orders per second, on both
// databases. On PostgreSQL they are compared with one call of the same SQL function per order.
import { rounded, type Bench } from './report.ts';
import { askFixture } from './fixture.ts';

const MEASURED_S = 60;
const MEASURED_MIN_S = 1;
type Pairs = { readonly pairs: number; readonly pairsPerSecond: number };
type Figures = Pairs & {
  readonly atThousand: {
    readonly ordersPerSecond: number;
    readonly p50Ms: number;
    readonly p99Ms: number;
    readonly maxMs: number;
  };
  /** Only on PostgreSQL. */
  readonly single?: Pairs;
};

export const measureOrders: Bench = async ({ scale, report, databases }) => {
  const seconds = Math.max(MEASURED_MIN_S, Math.round(MEASURED_S * scale));
  const measured: Record<string, unknown> = {};
  for (const database of databases) {
    report.say(`${database}: ${seconds} s at 1,000 orders a second, ${seconds} s at full speed`);
    const figures = await askFixture<Figures>('orders-fixture', [database, String(seconds)]);
    if (figures === undefined) {
      report.say(`${database}: SKIPPED, none answers at DATABASE_URL or 127.0.0.1:5432`);
      continue;
    }
    const { pairsPerSecond, atThousand, single } = figures;
    const { ordersPerSecond, p50Ms, p99Ms, maxMs } = atThousand;
    const waits = { p50Ms: rounded(p50Ms), p99Ms: rounded(p99Ms), maxMs: rounded(maxMs) };
    measured[database] = {
      pairsPerSecond,
      atThousand: { ordersPerSecond, ...waits },
      ...(single === undefined
        ? {}
        : {
            singlePairsPerSecond: single.pairsPerSecond,
            ratio: rounded(pairsPerSecond / single.pairsPerSecond),
          }),
    };
  }
  return { seconds, ...measured };
};
