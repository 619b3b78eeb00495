import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROME_PATH'];

/**
 * Each context of a full Chromium opens a window, which loads two pages for its address bar: half
 * of the cost of a short test. This list replaces Playwright's own and contains its entries.
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

/** A page of a journey lives for seconds, so optimising its code costs more time than it saves. */
const QUICK_COMPILATION = '--js-flags=--no-opt,--no-maglev';

/** A step that waits longer has failed, also on a machine four times as slow. */
const STEP_TIMEOUT_MS = 90_000;

export default defineConfig({
  testDir: '.',
  // See support/extended.ts.
  ...(process.env['JOURNEYS'] === 'all' ? {} : { grepInvert: /@extended/ }),
  // The picture sheets are no tests.
  testIgnore: process.env['SCREENSHOTS'] === undefined ? 'sheets/**' : [],
  outputDir: 'results',
  // Each has a program of its own, which works also while the journey waits, and the server tests
  // run beside.
  workers: 2,
  // Each test has customers of its own, so that those of one file can run on several programs.
  fullyParallel: true,
  // A fast machine never needs this long; a slow one runs the server tests at the same time.
  timeout: 600_000,
  expect: { timeout: STEP_TIMEOUT_MS },
  use: {
    actionTimeout: STEP_TIMEOUT_MS,
    navigationTimeout: STEP_TIMEOUT_MS,
    viewport: { width: 1440, height: 960 },
    screenshot: 'only-on-failure',
    // A page can't intercept the requests of a service worker; the journey about it allows one.
    serviceWorkers: 'block',
    // The processor, without a GPU, draws each frame of a transition.
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
