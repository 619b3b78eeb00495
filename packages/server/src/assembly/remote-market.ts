// What a program has in place of the market: an edge gets combined prices, an engine every one.
import { createSessions, loadCatalogue } from '@halyard/market';
import { assertPresent } from '@halyard/core/assertion';
import type { Quote } from '@halyard/core/instrument';
import {
  createCandleStore,
  createFrameFollowing,
  createRemotePrices,
  listLastQuotes,
  RemoteMarket,
} from '#features/prices/prices.ts';
import type { Settings } from '#settings.ts';
import type { AppOptions } from './app-options.ts';
import type { Foundation } from './foundation.ts';
import type { OpenedMarket } from './market.ts';

/** Connects to the program that runs the market. */
export async function openRemoteMarket(
  settings: Settings,
  { log }: AppOptions,
  foundation: Foundation,
): Promise<OpenedMarket> {
  const { clock, db, stops } = foundation;
  const messages = assertPresent(foundation.messages, 'a divided installation has NATS');
  const instruments = loadCatalogue();
  const from = { messages, clock, log };
  const frames = settings.roles.hasEngine ? createFrameFollowing(from) : undefined;
  const follow = frames === undefined ? {} : { follow: frames.follow };
  const market = new RemoteMarket({ ...from, ...follow });
  stops.add('market of another program', () => market.close());
  const { spreads } = settings;
  const sessions = createSessions();
  const shared = { db, clock, log, messages, instruments, sessions, spreads };
  const prices = await createRemotePrices({ ...shared, market });
  stops.add('prices', () => prices.close());
  const { listed } = prices.terms;
  const listLast = async (): Promise<readonly Quote[]> =>
    (await listLastQuotes(db, clock.nowMs())).filter(({ symbol }) => listed.has(symbol));
  return {
    instruments,
    listed,
    market,
    candleStore: createCandleStore(db),
    prices,
    marketOwner: undefined,
    followedFrames: frames,
    engineMarket: (symbol) => market.engineMarket(symbol),
    listLastQuotes: listLast,
    recallQuotes: listLast,
  };
}
