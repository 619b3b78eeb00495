// The cost of metrics in orders per second, as a share with its 95 % confidence interval. Both are
// measured in one run, in many short alternating windows, because two runs differ by more than the
// cost.
import { askFixture } from './fixture.ts';
import { rounded, type Bench } from './report.ts';

const PAIRS = 600;
const PAIRS_MIN = 4;
const COST_MAX_PERCENT = 1;
/**
 * The two-sided 95 % quantile of the normal distribution, which applies because there are hundreds
 * of pairs.
 */
const Z = 1.96;

type Pair = { readonly on: number; readonly off: number };

export const measureMetrics: Bench = async ({ scale, report, databases }) => {
  const count = Math.max(PAIRS_MIN, Math.round(PAIRS * scale));
  const measured: Record<string, unknown> = {};
  for (const database of databases) {
    report.say(`${database}: ${count} pairs of windows, with metrics and without`);
    const fixture = await askFixture<{ readonly pairs: readonly Pair[] }>('metrics-fixture', [
      database,
      String(count),
    ]);
    if (fixture === undefined) {
      report.say(`${database}: SKIPPED, none answers at DATABASE_URL or 127.0.0.1:5432`);
      continue;
    }
    measured[database] = toCost(fixture.pairs);
  }
  return { pairs: count, costMaxPercent: COST_MAX_PERCENT, ...measured };
};

/**
 * Returns the cost: the percentage of orders that are missing with metrics, compared with those
 * without. It is negative if metrics happened to get the better windows. The interval is that of
 * its mean over the pairs.
 */
function toCost(pairs: readonly Pair[]) {
  const off = mean(pairs.map((pair) => pair.off));
  const on = mean(pairs.map((pair) => pair.on));
  const lacking = pairs.map((pair) => ((pair.off - pair.on) / off) * 100);
  const costPercent = mean(lacking);
  const variance =
    lacking.reduce((sum, each) => sum + (each - costPercent) ** 2, 0) / (lacking.length - 1);
  const half = Z * Math.sqrt(variance / lacking.length);
  return {
    ordersPerSecond: { with: Math.round(on), without: Math.round(off) },
    costPercent: rounded(costPercent),
    interval95Percent: [rounded(costPercent - half), rounded(costPercent + half)],
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
