import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROME_PATH'];

/**
 * Each context of a full Chromium is a window of its own, which loads two pages for its address bar:
 * half of what a short test costs. The list replaces Playwright's, whose other features it keeps.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** A page of a journey lives for seconds: optimising its code costs more than it returns. */
const QUICK_COMPILATION = '--js-flags=--no-opt,--no-maglev';

/** A step that waits longer has failed, also on a machine four times as slow. */
const STEP_TIMEOUT_MS = 90_000;

export default defineConfig({
  testDir: '.',
  // See support/extended.ts.
  ...(process.env['JOURNEYS'] === 'all' ? {} : { grepInvert: /@extended/ }),
  // Pictures to be looked at are no tests.
  testIgnore: process.env['SCREENSHOTS'] === undefined ? 'sheets/**' : [],
  outputDir: 'results',
  // Each has a program of its own, which works also while the journey waits, and the server tests
  // run beside.
  workers: 2,
  // Each test has customers of its own, so that those of one file can run on several programs.
  fullyParallel: true,
  // Nothing waits this long where the machine is fast. A slow one runs the server tests beside.
  timeout: 600_000,
  expect: { timeout: STEP_TIMEOUT_MS },
  use: {
    actionTimeout: STEP_TIMEOUT_MS,
    navigationTimeout: STEP_TIMEOUT_MS,
    viewport: { width: 1440, height: 960 },
    screenshot: 'only-on-failure',
    // Requests of a service worker can't be held up by a page; its own journey allows it.
    serviceWorkers: 'block',
    // Each frame of a transition is drawn by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        QUICK_COMPILATION,
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
      ],
    },
  },
});
