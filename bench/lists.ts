// The latency of the back office's lists on PostgreSQL with 200,000 customers and 2,000,000
// positions, through the whole program: first and last pages, searches and filters. They are
// compared with a bare select by the primary key. With --full there is five times as much data.
import { rounded, type Bench } from './report.ts';
import { askFixture } from './fixture.ts';

const CUSTOMERS = 200_000;
const POSITIONS = 2_000_000;
const CUSTOMERS_MIN = 300;
const FULL = 5;
/** The number of repetitions of each query. */
const CALLS = 30;
const CALLS_MIN = 1;

type Waits = {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The slowest query. */
  readonly slowest: string;
};
type Kinds = Readonly<Record<'first' | 'deep' | 'searched' | 'filtered', Waits | undefined>>;
type Figures = { readonly lists: Readonly<Record<string, Kinds>>; readonly bare: Waits };

export const measureLists: Bench = async ({ scale, report, isFull = false }) => {
  const times = scale * (isFull ? FULL : 1);
  const customers = Math.max(CUSTOMERS_MIN, Math.round(CUSTOMERS * times));
  const positions = Math.max(CUSTOMERS_MIN, Math.round(POSITIONS * times));
  const calls = Math.max(CALLS_MIN, Math.round(CALLS * Math.min(1, times)));
  report.say(`filling ${customers} customers and ${positions} positions, then asking`);
  const words = [customers, positions, calls].map(String);
  const figures = await askFixture<Figures>('lists-fixture', words);
  if (figures === undefined) {
    report.say('SKIPPED, no PostgreSQL answers at DATABASE_URL or 127.0.0.1:5432');
    return { customers, positions };
  }
  const lists = Object.entries(figures.lists).map(([name, kinds]) => {
    const measured = Object.entries(kinds).flatMap(([kind, waits]) =>
      waits === undefined ? [] : [[kind, toShown(waits)] as const],
    );
    return [name, Object.fromEntries(measured)] as const;
  });
  const bare = toShown(figures.bare);
  return { customers, positions, calls, lists: Object.fromEntries(lists), bare };
};

function toShown({ p50Ms, p99Ms, maxMs, slowest }: Waits) {
  return { p50Ms: rounded(p50Ms), p99Ms: rounded(p99Ms), maxMs: rounded(maxMs), slowest };
}
