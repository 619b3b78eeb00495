// The program: what is made, in which order. Each part of the assembly lists what it hands to whom.
import type { Settings } from './settings.ts';
import { createSiteAddress } from './site-address.ts';
import { StopList } from './stop-list.ts';
import type { AppOptions } from './assembly/app-options.ts';
import { openFoundation } from './assembly/foundation.ts';
import { openFront } from './assembly/front.ts';
import { openTrade } from './assembly/trade.ts';
import { createMetrics } from './metrics/metrics.ts';

export type App = {
  /** The address that answers. */
  readonly url: string;
  /** Where Prometheus reads; undefined without METRICS_PORT. */
  readonly metricsUrl: string | undefined;
  /** What browsers open. */
  readonly siteUrl: string;
  /** Fulfilled once orders are taken; a program that stands by for another's lease waits here. */
  readonly ready: Promise<void>;
  /** Stops in the reverse order of the start. */
  stop(): Promise<void>;
};

/** Throws what the first part that can't start throws; what was started before is stopped again. */
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
