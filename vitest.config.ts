import { defineConfig } from 'vitest/config';

const SECOND_MS = 1_000;
/** Tests that put a server under load or watch its timing run after the others, one at a time. */
const NEEDS_THE_MACHINE = [
  'packages/server/test/crash/kill-under-load.int.test.ts',
  'packages/server/test/crash/standby.int.test.ts',
  'packages/server/test/trading/real-prices.int.test.ts',
];

export default defineConfig({
  test: {
    maxWorkers: 2,
    teardownTimeout: 30 * SECOND_MS,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          testTimeout: 20 * SECOND_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['packages/server/test/**/*.int.test.ts'],
          exclude: NEEDS_THE_MACHINE,
          testTimeout: 60 * SECOND_MS,
          hookTimeout: 60 * SECOND_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'server-alone',
          environment: 'node',
          include: NEEDS_THE_MACHINE,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 300 * SECOND_MS,
          hookTimeout: 60 * SECOND_MS,
        },
      },
    ],
  },
});
