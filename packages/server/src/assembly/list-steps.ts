import { feedEngine } from '#feed-engine.ts';
import { keepVendors } from '#keep-vendors.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { Log } from '#platform/log/log.ts';
import type { Step } from '#take-over.ts';
import type { Foundation } from './foundation.ts';
import { startPractice } from './practice.ts';
import type { Features } from './features.ts';
import type { MarketOwner } from './market.ts';
import { serveFrames, serveMarketOf } from './serve-others.ts';
import type { Trade } from './trade.ts';

type Inside = Foundation & Trade & { readonly log: Log };
type Engines = { readonly engine: EngineOwner; readonly practiceEngine: EngineOwner };

/**
 * The start steps of the market in the program with the lease: its engine's, or the market's own. Some
 * price vendors permit only one connection, so a standby program leaves it to the owner of the lease.
 */
function listMarketSteps(inside: Inside, { market, prices }: MarketOwner) {
  const { stops, duty, log } = inside;
  const keep = (): void => {
    stops.add('connections to vendors', keepVendors({ duty, market, log }));
  };
  return {
    takeOver: { name: 'prices', run: () => prices.takeOver() },
    start: { name: 'market', run: () => market.start() },
    keep: { name: 'connections to vendors', run: keep },
  };
}

/** The start steps that need the engine's lease. */
function listEngineSteps(inside: Inside, features: Features, engines: Engines): Step[] {
  const { keys, jobs, stops, marketOwner, listLastQuotes } = inside;
  const { engine, practiceEngine } = engines;
  const { customers, payments, clientLimits, trading, practice, autoTrading } = features;
  const { alerts, apiKeys, webhooks, webPush, content, linkedAccounts, backoffice, closure } =
    features;
  const market = marketOwner && listMarketSteps(inside, marketOwner);
  const showLastQuotes = async (): Promise<void> => {
    for (const quote of await listLastQuotes()) {
      const tick = { kind: 'accept-tick', atMs: quote.receivedAtMs, quote } as const;
      for (const one of [engine, practiceEngine]) one.feed(tick);
    }
  };
  const feed = (): void => {
    stops.add('feed of the engine', feedEngine({ ...inside, engine }));
    serveFrames(inside, engine);
  };
  return [
    // The program that had the lease before may have rotated the keys.
    { name: 'keys', run: () => keys.start() },
    ...(market === undefined ? [] : [market.takeOver]),
    { name: 'last quotes', run: showLastQuotes },
    // Trading starts before ticks arrive: a tick can close positions that still owe overnight
    // financing for a downtime.
    { name: 'trading', run: () => trading.start() },
    { name: 'practice accounts', run: () => startPractice(inside, practice, practiceEngine) },
    ...(market === undefined ? [] : [market.start]),
    { name: 'feed of the engine', run: feed },
    ...(market === undefined ? [] : [market.keep]),
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

/** The start steps once the program has its lease; in an edge, once an engine serves. */
export function listSteps(inside: Inside, features: Features): readonly Step[] {
  const { owner, practiceOwner, marketOwner } = inside;
  if (owner !== undefined && practiceOwner !== undefined) {
    const engines = { engine: owner, practiceEngine: practiceOwner };
    return listEngineSteps(inside, features, engines);
  }
  if (marketOwner === undefined) {
    return [{ name: 'API keys', run: () => features.apiKeys.start() }];
  }
  const { takeOver, start, keep } = listMarketSteps(inside, marketOwner);
  // Others get the prices only when the halts and quotes of earlier leaders are known.
  const serve = {
    name: 'market for other programs',
    run: () => serveMarketOf(inside, marketOwner),
  };
  return [takeOver, start, keep, serve];
}
