// How many sign-ins a second commit with their audit records: in the hash chain at once, where each
// one waits for the one before, and queued for the chain. Without passwords, whose hashes would take
// nearly all of the time.
import { rounded, type Bench } from './report.ts';
import { askFixture } from './fixture.ts';

const SECONDS = 10;
/** The queue must at least double what the chain allows. */
const RATIO_MIN = 2;

type Figures = {
  readonly chainedPerSecond: number;
  readonly queuedPerSecond: number;
  /** How long the last records waited for the chain after the load. */
  readonly drainedMs: number;
};

export const measureSignIns: Bench = async ({ scale, report }) => {
  const seconds = Math.max(1, Math.round(SECONDS * scale));
  report.say(`signing in for ${seconds} seconds, twice each`);
  const figures = await askFixture<Figures>('sign-ins-fixture', [String(seconds)]);
  if (figures === undefined) {
    report.say('SKIPPED, no PostgreSQL answers at DATABASE_URL or 127.0.0.1:5432');
    return { seconds };
  }
  const ratio = figures.queuedPerSecond / figures.chainedPerSecond;
  report.say(
    `${Math.round(figures.chainedPerSecond)} sign-ins a second in the chain, ` +
      `${Math.round(figures.queuedPerSecond)} queued: ${ratio.toFixed(1)} times (at least ${RATIO_MIN})`,
  );
  return {
    seconds,
    chainedPerSecond: rounded(figures.chainedPerSecond),
    queuedPerSecond: rounded(figures.queuedPerSecond),
    ratio: rounded(ratio),
    ratioMin: RATIO_MIN,
    drainedMs: rounded(figures.drainedMs),
  };
};
