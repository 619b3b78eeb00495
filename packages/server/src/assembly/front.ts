import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createHealthRoutes, createHttp, HTTP_RATES } from '#platform/http/http.ts';
import { takeOver } from '#take-over.ts';
import { listSteps } from './list-steps.ts';
import type { Settings } from '#settings.ts';
import type { AppOptions } from './app-options.ts';
import type { Foundation } from './foundation.ts';
import { openFeatures } from './features.ts';
import type { Trade } from './trade.ts';

const WEB_ROOT = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** How the world reaches them. */
export async function openFront(
  settings: Settings,
  options: AppOptions,
  inside: Foundation & Trade,
) {
  const { clock, db, engine, market, instruments, stops, address } = inside;
  const { log, webRoot = WEB_ROOT } = options;
  const features = await openFeatures(settings, options, inside);
  // Ready means that the first run's people are there too: who waits for it may sign in.
  let hasStarted = false;
  const health = createHealthRoutes({
    database: async () => (await db.query('select 1', [])).length === 1,
    engine: () => hasStarted && engine.isReady(),
    market: () => instruments.some(({ symbol }) => market.quote(symbol) !== undefined),
  });
  const http = await createHttp({
    ...settings,
    ...settings.site,
    routes: [...features.routes, ...health],
    rawRoutes: features.rawRoutes,
    formOrigins: features.payments.formOrigins,
    findCaller: async (token, isBackground) =>
      await features.staff.withRoles(await features.identity.findCaller(token, isBackground)),
    rates: options.rates ?? HTTP_RATES,
    webRoot: existsSync(webRoot) ? webRoot : undefined,
    pages: features.content.pages,
    clock,
    log,
  });
  features.live.attach(http.server);
  stops.add('http and live feed', async () => {
    await Promise.all([http.close(), features.live.close()]);
  });
  const url = await http.listen(settings);
  address.set(url);
  const stopping = new AbortController();
  stops.add('take-over', () => stopping.abort());
  const ready = engine.whenReady().then(async () => {
    const { signal } = stopping;
    await takeOver({ engine, log, signal }, listSteps({ ...inside, log }, features));
    hasStarted = true;
  });
  return { url, siteUrl: address.site(), ready };
}
