import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SECOND_MS = 1_000;
/** Tests that put a server under load or watch its timing run after the others, one at a time. */
const NEEDS_THE_MACHINE = [
  'packages/server/test/crash/kill-under-load.int.test.ts',
  'packages/server/test/crash/standby.int.test.ts',
  'packages/server/test/trading/real-prices.int.test.ts',
];

/** Begun last they would run on alone: a new clone knows no times and goes by the files' sizes. */
const LONGEST = [
  'simulation/simulation',
  'crash/deposit-crash',
  'prices/history',
  'backups/backup',
  'crash/withdrawal-crash',
  'payments/payment-storm',
  'access/bad-values',
  'closing/closing',
  'payments/providers',
  'engine/races',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(`${name}.int.test.ts`));
      return rank === -1 ? LONGEST.length : rank;
    };
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

/** Test processes, and the programs that tests start, find what was compiled before. */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('.cache/compiled/', import.meta.url));

/**
 * Node itself runs the server's files, as it runs the program: nothing of them is transformed, and
 * a process of tests loads them once for all its files.
 */
const SERVER = {
  environment: 'node',
  globalSetup: 'packages/server/test/support/make-templates.ts',
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  hookTimeout: 60 * SECOND_MS,
} as const;

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
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          testTimeout: 20 * SECOND_MS,
        },
      },
      {
        extends: true,
        test: {
          ...SERVER,
          name: 'server',
          // One more than the smallest machine has cores: they wait for disks and timers as well.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          include: ['packages/server/test/**/*.int.test.ts', 'bench/**/*.test.ts'],
          exclude: NEEDS_THE_MACHINE,
          testTimeout: 60 * SECOND_MS,
        },
      },
      {
        extends: true,
        test: {
          ...SERVER,
          name: 'server-alone',
          include: NEEDS_THE_MACHINE,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 300 * SECOND_MS,
        },
      },
    ],
  },
});
