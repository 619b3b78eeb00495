// The cost of the web app in the customer's browser, measured in a real Chromium on the production
// build: what it loads until it can be used, what the idle trading screen receives, the load of one
// and of four charts while every price moves, and the results of Lighthouse. Lighthouse runs at
// scale 1, or when it is selected with --only.
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCatalogue } from '@halyard/market';
import { answer, end } from './children.ts';
import type { Bench } from './report.ts';
import { startBidPoints } from './walk.ts';
import type { Site } from './web-browser.ts';
import { measureLighthouse } from './web-lighthouse.ts';
import { measureLoad } from './web-load.ts';
import { measureRest } from './web-rest.ts';
import { writePrices } from './web-prices.ts';
import { measureSizes } from './web-sizes.ts';

const FIXTURE = new URL('../packages/server/test/bench/web-fixture.ts', import.meta.url);
const BUILD = fileURLToPath(new URL('../packages/web/dist/index.html', import.meta.url));
const POSITIONS = 200;
const RESTING_POSITIONS = 5;
/** A minute is enough, because nothing happens. */
const RESTING_MINUTES = 1;
const MINUTES = 10;
const PATHS = ['/', '/login', '/platform/BTCUSD'];

type FromFixture = { readonly kind: 'listening' } & Site;

export const measureWeb: Bench = async (wanted) => {
  const { scale, report, minutes = MINUTES, paths = PATHS, only } = wanted;
  if (!existsSync(BUILD))
    throw new Error('The web app is not built: npm run build -w packages/web');
  const folder = mkdtempSync(join(tmpdir(), 'halyard-bench-prices-'));
  const instruments = loadCatalogue();
  const openPoints = Object.fromEntries(
    instruments.map((instrument) => [instrument.symbol, startBidPoints(instrument)]),
  );
  const environment = writePrices(instruments, folder);
  const options = {
    positionsEach: POSITIONS,
    restingPositions: RESTING_POSITIONS,
    openPoints,
    environment,
  };
  const fixture = fork(FIXTURE, [JSON.stringify(options)]);
  try {
    const site = await answer<FromFixture, 'listening'>(fixture, 'listening');
    const figures: Record<string, unknown> = {};
    if (only === undefined || only === 'sizes') {
      report.say('what is loaded');
      figures['loaded'] = await measureSizes(site);
    }
    if (only === undefined || only === 'rest') {
      figures['rest'] = await measureRest(site, RESTING_MINUTES * scale, report);
    }
    if (only === undefined || only === 'load') {
      for (const charts of [1, 4] as const) {
        const load = { charts, minutes: minutes * scale };
        figures[charts === 1 ? 'load' : 'loadOfFourCharts'] = await measureLoad(site, load, report);
      }
    }
    if (only === 'lighthouse' || (only === undefined && scale === 1)) {
      figures['lighthouse'] = await measureLighthouse(site, paths, report);
    }
    return figures;
  } finally {
    await end(fixture);
    rmSync(folder, { recursive: true, force: true });
  }
};
