import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROME_PATH'];

export default defineConfig({
  testDir: '.',
  // Pictures to be looked at are no tests.
  testIgnore: process.env['SCREENSHOTS'] === undefined ? 'sheets/**' : [],
  outputDir: 'results',
  // One for each core of the smallest machine.
  workers: 2,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    viewport: { width: 1440, height: 960 },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
