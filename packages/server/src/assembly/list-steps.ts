import { feedEngine } from '#feed-engine.ts';
import { keepVendors } from '#keep-vendors.ts';
import type { Log } from '#platform/log/log.ts';
import type { Step } from '#take-over.ts';
import type { Foundation } from './foundation.ts';
import { startPractice } from './practice.ts';
import type { Features } from './features.ts';
import type { Core, Trade } from './trade.ts';

/**
 * The start steps that need the engine's lease. Some price vendors permit only one connection, so a
 * standby program leaves it to the owner of the lease.
 */
function listCoreSteps(
  inside: Foundation & Trade & { readonly core: Core; readonly log: Log },
  features: Features,
): Step[] {
  const { core, jobs, keys, stops } = inside;
  const { engine, practiceEngine, market, prices } = core;
  const { customers, payments, clientLimits, trading, practice, autoTrading } = features;
  const { alerts, apiKeys, webhooks, webPush, content, linkedAccounts, backoffice, closure } =
    features;
  const showLastQuotes = async (): Promise<void> => {
    for (const quote of await prices.listLastQuotes()) {
      const tick = { kind: 'accept-tick', atMs: quote.receivedAtMs, quote } as const;
      for (const one of [engine, practiceEngine]) one.feed(tick);
    }
  };
  const feed = (): void => {
    stops.add('feed of the engine', feedEngine({ ...inside, ...core }));
    stops.add('connections to vendors', keepVendors({ ...inside, ...core }));
  };
  return [
    // The program that had the lease before may have rotated the keys.
    { name: 'keys', run: () => keys.start() },
    { name: 'prices', run: () => prices.takeOver() },
    { name: 'last quotes', run: showLastQuotes },
    // Trading starts before ticks arrive: a tick can close positions that still owe overnight
    // financing for a downtime.
    { name: 'trading', run: () => trading.start() },
    { name: 'practice accounts', run: () => startPractice(inside, practice) },
    { name: 'market', run: () => market.start() },
    { name: 'feed of the engine', run: feed },
    // The price alerts receive each quote after the engine.
    { name: 'price alerts', run: () => alerts.start() },
    { name: 'customers', run: () => customers.start() },
    { name: 'payments', run: () => payments.start() },
    { name: 'limits of customers', run: () => clientLimits.start() },
    { name: 'linked accounts', run: () => linkedAccounts.start() },
    { name: 'closing of accounts', run: () => closure.start() },
    { name: 'webhooks', run: () => webhooks.start() },
    { name: 'push messages', run: () => webPush.start() },
    { name: 'API keys', run: () => apiKeys.start() },
    { name: 'content', run: () => content.start() },
    { name: 'back office', run: () => backoffice.start() },
    { name: 'automatic trading', run: () => autoTrading.start() },
    { name: 'jobs', run: () => jobs.start() },
  ];
}

/** The start steps once an engine serves: in an edge, that of another program. */
export function listSteps(
  inside: Foundation & Trade & { readonly log: Log },
  features: Features,
): readonly Step[] {
  const { core } = inside;
  const { apiKeys } = features;
  if (core === undefined) return [{ name: 'API keys', run: () => apiKeys.start() }];
  return listCoreSteps({ ...inside, core }, features);
}
