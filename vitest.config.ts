import { defineConfig } from 'vitest/config';

const SECOND_MS = 1_000;

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
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          testTimeout: 20 * SECOND_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['packages/server/test/**/*.int.test.ts'],
          testTimeout: 60 * SECOND_MS,
          hookTimeout: 60 * SECOND_MS,
        },
      },
    ],
  },
});
