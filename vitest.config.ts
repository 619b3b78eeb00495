import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

import { SERVER_WORKERS, WORKERS_AT_ONCE } from './tools/test-run/turn.mjs';

const SECOND_MS = 1_000;

/** Begun last they would run on alone: a new clone knows no times and goes by the files' sizes. */
const LONGEST = [
  'payments/claims',
  'backups/backup',
  'crash/deposit-crash',
  'simulation/simulation',
  'process/main',
  'crash/kill-under-load',
  'operator/command',
  'db/embedded',
  'crash/standby',
  'access/foreign-data',
  'access/bad-values',
  'settings/unusable-data-dir',
  'crash/withdrawal-crash',
  'prices/history',
  'payments/providers',
  'trading/real-prices',
  'customers/profile',
  'autotrading/trading',
  'process/take-over',
  'engine/engine',
];

/** Short files, which the workers that wait for the journeys hold meanwhile (tools/test-run/wait-for-turn.mjs). */
const HELD = ['settings/every-setting', 'http/page-limits'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(`${name}.int.test.ts`));
      return rank === -1 ? LONGEST.length : rank;
    };
    const sorted = (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
    const isHeld = ({ moduleId }: TestSpecification): boolean =>
      HELD.some((name) => moduleId.endsWith(`${name}.int.test.ts`));
    const others = sorted.filter((file) => !isHeld(file));
    // The workers take the first files in order.
    return [
      ...others.slice(0, WORKERS_AT_ONCE),
      ...sorted.filter(isHeld),
      ...others.slice(WORKERS_AT_ONCE),
    ];
  }
}

/** Test processes, and the programs that tests start, find what was compiled before. */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('.cache/compiled/', import.meta.url));

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    teardownTimeout: 30 * SECOND_MS,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // A process for each file would cost as much as the tests in it.
          isolate: false,
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'sdk/**/*.test.ts', 'tools/**/*.test.ts'],
          hookTimeout: 120 * SECOND_MS,
          testTimeout: 60 * SECOND_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          globalSetup: 'packages/server/test/support/make-templates.ts',
          // Node itself runs the server's files, as it runs the program: nothing of them is transformed,
          // and a process of tests loads them once for all its files.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          hookTimeout: 200 * SECOND_MS,
          // Of `npm test`, WORKERS_AT_ONCE work beside the journeys, and all of them after those.
          maxWorkers: SERVER_WORKERS,
          setupFiles: 'tools/test-run/wait-for-turn.mjs',
          sequence: { groupOrder: 1 },
          include: ['packages/server/test/**/*.int.test.ts', 'bench/bench.test.ts'],
          // The slowest take half a minute. A test that waits in vain must not hold up the run.
          testTimeout: 120 * SECOND_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          environment: 'node',
          include: ['bench/*.long.test.ts'],
          testTimeout: 120 * SECOND_MS,
        },
      },
    ],
  },
});
