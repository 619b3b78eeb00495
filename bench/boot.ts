// How long the engine needs to restart, and how much memory it then uses, with a million open
// positions of 200,000 accounts, on both databases. It is compared with the driver alone, which
// reads the same rows and drops them.
import { rounded, type Bench } from './report.ts';
import { askFixture } from './fixture.ts';

const POSITIONS = 1_000_000;
const POSITIONS_MIN = 1_000;
type Reading = {
  readonly seconds: number;
  readonly rows: number;
  readonly memory: Readonly<Record<'rssBytes' | 'rssMaxBytes' | 'settledBytes', number>>;
};
type Figures = {
  readonly loaded: Reading;
  readonly bare: Reading;
  /** Of a program that stood by; the embedded database has one program only. */
  readonly takeOver?: { readonly seconds: number; readonly isFollowed: boolean };
};

export const measureBoot: Bench = async ({ scale, report, databases }) => {
  const positions = Math.max(POSITIONS_MIN, Math.round(POSITIONS * scale));
  const measured: Record<string, unknown> = {};
  for (const database of databases) {
    report.say(`${database}: filling ${positions} positions, then loading them`);
    const figures = await askFixture<Figures>('boot-fixture', [database, String(positions)]);
    if (figures === undefined) {
      report.say(`${database}: SKIPPED, none answers at DATABASE_URL or 127.0.0.1:5432`);
      continue;
    }
    const { loaded, bare, takeOver } = figures;
    if (loaded.rows !== positions || bare.rows !== positions) {
      throw new Error(`${loaded.rows} were loaded and ${bare.rows} read of ${positions}`);
    }
    measured[database] = {
      seconds: rounded(loaded.seconds),
      bareSeconds: rounded(bare.seconds),
      ratio: rounded(loaded.seconds / bare.seconds),
      memory: loaded.memory,
      ...(takeOver === undefined
        ? {}
        : { takeOver: { ...takeOver, seconds: rounded(takeOver.seconds) } }),
    };
  }
  return { positions, ...measured };
};
