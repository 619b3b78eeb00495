// Creates and starts the program. Each part of the assembly lists what it passes on.
import type { Settings } from './settings.ts';
import { createSiteAddress } from './site-address.ts';
import { StopList } from './stop-list.ts';
import type { AppOptions } from './assembly/app-options.ts';
import { openFoundation } from './assembly/foundation.ts';
import { openFront } from './assembly/front.ts';
import { openTrade } from './assembly/trade.ts';
import { createMetrics } from './metrics/metrics.ts';

export type App = {
  /** The address on which the HTTP server listens. */
  readonly url: string;
  /** The address of the metrics server, which Prometheus reads; undefined without METRICS_PORT. */
  readonly metricsUrl: string | undefined;
  /** The public URL of the site. */
  readonly siteUrl: string;
  /** Resolves when orders are accepted; a standby program waits here. */
  readonly ready: Promise<void>;
  /** Stops the parts in reverse order. */
  stop(): Promise<void>;
};

/**
 * Throws the error of the first part that fails to start, after stopping the parts that have
 * started.
 */
export async function startApp(settings: Settings, options: AppOptions): Promise<App> {
  const stops = new StopList(options.log);
  try {
    const metrics = settings.metrics === undefined ? undefined : createMetrics();
    const foundation = await openFoundation(settings, options, { stops, metrics });
    const inside = { ...foundation, address: createSiteAddress(settings) };
    const trade = await openTrade(settings, options, inside);
    const front = await openFront(settings, options, { ...inside, ...trade });
    return { ...front, stop: () => stops.run() };
  } catch (error) {
    await stops.run();
    throw error;
  }
}
