import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createDeveloperSite } from '#features/developer-site/developer-site.ts';
import { createHealthRoutes, createHttp, HTTP_RATES } from '#platform/http/http.ts';
import { takeOver } from '#take-over.ts';
import { listSteps } from './list-steps.ts';
import { serveOthers } from './serve-others.ts';
import { announce } from './announce.ts';
import type { MetricsParts } from '#metrics/metrics.ts';
import type { Settings } from '#settings.ts';
import type { AppOptions } from './app-options.ts';
import type { Foundation } from './foundation.ts';
import { openFeatures, type Features } from './features.ts';
import type { Trade } from './trade.ts';

const DOCS_ROOT = fileURLToPath(new URL('../../../../docs/dist', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const WEB_ROOT = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** Creates the HTTP server and the live feed. */
export async function openFront(
  settings: Settings,
  options: AppOptions,
  inside: Foundation & Trade,
) {
  const { clock, duty, stops, address } = inside;
  const { log, webRoot = WEB_ROOT } = options;
  const { isEdge } = settings.roles;
  const features = await openFeatures(settings, options, inside);
  // The health route reports ready only when the demo customers of a first run exist, so that they
  // can sign in.
  let hasStarted = false;
  const health = openHealth(inside, () => hasStarted);
  const docsRoot = settings.site.docs && existsSync(DOCS_ROOT) ? DOCS_ROOT : undefined;
  if (settings.site.docs && docsRoot === undefined) {
    log.warn('DOCS is on and the documentation is not built: run `npm run docs`');
  }
  const http = await createHttp({
    ...settings,
    ...settings.site,
    ...(isEdge ? listPublic(features, webRoot) : NOTHING_PUBLIC),
    routes: isEdge ? [...features.routes, ...health.routes] : health.routes,
    formOrigins: features.payments.formOrigins,
    findCaller: async (token, isBackground) =>
      await features.staff.withRoles(await features.identity.findCaller(token, isBackground)),
    rates: options.rates ?? HTTP_RATES,
    docsRoot: isEdge ? docsRoot : undefined,
    pages: features.content.pages,
    findWorkKey: features.identity.findWorkKey,
    onAnswered: inside.metrics?.edge.onAnswered,
    tracer: inside.tracer,
    clock,
    log,
  });
  if (isEdge) {
    features.live.attach(http.server);
    features.streams.attach(http.server);
  }
  stops.add('http and live feed', async () => {
    features.streams.close();
    await Promise.all([http.close(), features.live.close()]);
  });
  const url = await http.listen(settings);
  address.set(url);
  // The take-over begins after everything that can fail: nobody waits for it before the start ends.
  const metricsUrl = await openMetrics(settings, {
    ...inside,
    feeds: inside.marketOwner?.feeds ?? [],
    live: features.live,
    log,
  });
  serveOthers(inside, features);
  const shown = announce(settings, options, { ...inside, isReady: health.isReady });
  const stopping = new AbortController();
  stops.add('take-over', () => stopping.abort());
  const ready = duty.whenReady().then(async () => {
    const { signal } = stopping;
    await takeOver({ duty, log, signal }, listSteps({ ...inside, log }, features));
    hasStarted = true;
    shown.wake();
  });
  return { url, metricsUrl, siteUrl: address.site(), ready };
}

/** Says whether this program can serve customers. */
function openHealth(
  { db, duty, market, instruments }: Foundation & Trade,
  hasStarted: () => boolean,
) {
  const hasEngine = (): boolean => hasStarted() && duty.isReady();
  const hasMarket = (): boolean =>
    instruments.some(({ symbol }) => market.quote(symbol) !== undefined);
  return {
    isReady: () => hasEngine() && hasMarket(),
    routes: createHealthRoutes({
      database: async () => (await db.query('select 1', [])).length === 1,
      engine: hasEngine,
      market: hasMarket,
    }),
  };
}

const NOTHING_PUBLIC = { rawRoutes: [], webRoot: undefined };

/** Lists what an edge serves besides the routes of the API. */
function listPublic({ rawRoutes }: Pick<Features, 'rawRoutes'>, webRoot: string) {
  return {
    rawRoutes: [...rawRoutes, ...createDeveloperSite({ root: ROOT, webRoot }).rawRoutes],
    webRoot: existsSync(webRoot) ? webRoot : undefined,
  };
}

/**
 * Starts the metrics server, even while the program is a standby, so that monitoring can see that
 * state.
 */
async function openMetrics(
  { metrics: settings }: Settings,
  parts: MetricsParts & Pick<Foundation, 'metrics' | 'stops'>,
): Promise<string | undefined> {
  if (settings === undefined || parts.metrics === undefined) return undefined;
  const server = await parts.metrics.serve(settings, parts);
  parts.stops.add('metrics', async () => await server.close());
  return server.url;
}
