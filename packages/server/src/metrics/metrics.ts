// Lists the metrics and the source of each. They are created when METRICS_PORT is set; without it
// nothing is counted.
import { readFileSync } from 'node:fs';
import { SECOND_MS } from '@halyard/core/time';
import type { EngineClient } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { CallProvider, ProviderSettings } from '#features/payments/payments.ts';
import type { Live } from '#platform/live/live.ts';
import type { Log } from '#platform/log/log.ts';
import {
  collectDefaultMetrics,
  Gauge,
  Registry,
  serveMetrics,
  type MetricsServer,
} from '#platform/metrics/metrics.ts';
import { createEdgeMetrics, type EdgeMetrics } from './edge-metrics.ts';
import { createEngineMetrics, type EngineMetrics } from './engine-metrics.ts';
import { createProviderNames } from './provider-names.ts';
import { observePrices, type PriceMetricsParts } from './price-metrics.ts';
import { observeStores, type StoreMetricsParts } from './store-metrics.ts';

export type MetricsSettings = {
  readonly host: string;
  readonly port: number;
  readonly token: string | undefined;
};

export type MetricsParts = PriceMetricsParts &
  StoreMetricsParts & {
    readonly engine: Pick<EngineClient, 'isReady'>;
    /** The same engine, if this program runs it. */
    readonly owner: Pick<EngineOwner, 'isReady' | 'waiting'> | undefined;
    readonly live: Pick<Live, 'countConnections'>;
    readonly log: Pick<Log, 'warn'>;
  };

export type Metrics = {
  readonly registry: Registry;
  readonly observer: EngineMetrics['observer'];
  readonly edge: Pick<EdgeMetrics, 'onAnswered' | 'onMailTried'>;
  /** Counts the calls of payment providers. */
  watchProviders(call: CallProvider, providers: ProviderSettings): CallProvider;
  serve(settings: MetricsSettings, parts: MetricsParts): Promise<MetricsServer>;
};

/**
 * The minimum time between two reads of the stores, so that several scrapers cost the database no
 * more than one.
 */
const STORES_READ_EVERY_MS = 5 * SECOND_MS;
const STORES_TIMEOUT_MS = 3 * SECOND_MS;
const MANIFEST = new URL('../../package.json', import.meta.url);

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: 'halyard_build_info',
    help: 'Always 1; the labels tell the version of the program and of Node.js.',
    labelNames: ['version', 'node'] as const,
    registers: [registry],
  });
  build.set({ version: readVersion(), node: process.version }, 1);
  const engineMetrics = createEngineMetrics(registry);
  const edge = createEdgeMetrics(registry);
  return {
    registry,
    observer: engineMetrics.observer,
    edge,
    watchProviders: (call, providers) => watchProviders(edge, call, providers),
    serve: async (settings, parts) => {
      const { owner, live, log } = parts;
      const refreshPrices = observePrices(registry, parts);
      const refreshStores = limit(observeStores(registry, parts), log);
      return await serveMetrics({
        ...settings,
        registry,
        refresh: async () => {
          if (owner !== undefined) engineMetrics.refresh(owner);
          edge.setSockets(live.countConnections());
          refreshPrices();
          await refreshStores();
        },
      });
    },
  };
}

/**
 * Returns a function that runs a refresh once at a time and only so often, and waits no longer than
 * a scrape can.
 */
function limit(run: () => Promise<void>, log: Pick<Log, 'warn'>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let endedAtMs = Number.NEGATIVE_INFINITY;
  let hasWarned = false;
  const runLogged = async (): Promise<void> => {
    try {
      await run();
      hasWarned = false;
    } catch (error) {
      if (!hasWarned) log.warn({ err: error }, 'metrics of the database are not up to date');
      hasWarned = true;
    }
    endedAtMs = performance.now();
    running = undefined;
  };
  return async () => {
    if (performance.now() - endedAtMs < STORES_READ_EVERY_MS) return;
    running ??= runLogged();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, STORES_TIMEOUT_MS);
    await Promise.race([running, late]);
    clearTimeout(timer);
  };
}

function watchProviders(
  edge: EdgeMetrics,
  call: CallProvider,
  providers: ProviderSettings,
): CallProvider {
  const nameOf = createProviderNames(providers);
  return async (request, signal) => {
    const provider = nameOf(request.url);
    try {
      const reply = await call(request, signal);
      edge.onProviderAnswered({ provider, outcome: reply.status >= 500 ? 'failed' : 'answered' });
      return reply;
    } catch (error) {
      edge.onProviderAnswered({ provider, outcome: 'failed' });
      throw error;
    }
  };
}

/** Returns the version of the program. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { readonly version: string };
  return version;
}
