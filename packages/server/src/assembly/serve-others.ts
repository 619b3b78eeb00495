// What a program does for the others of its installation.
import type { Quote } from '@halyard/core/instrument';
import { serveEngine } from '#engine/engine-owner.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import { serveSurveys } from '#features/backoffice/backoffice.ts';
import { createGapLog, serveCatchUp, serveMarket } from '#features/prices/prices.ts';
import type { Log } from '#platform/log/log.ts';
import type { Foundation } from './foundation.ts';
import type { Features } from './features.ts';
import type { MarketOwner } from './market.ts';
import { sendPushes } from './pushes.ts';
import type { Trade } from './trade.ts';

/** Lets others use the engines of this program, and the market if it runs here, too. */
export function serveOthers(
  inside: Foundation & Trade,
  { practice, notifications }: Features,
): void {
  const { messages, owner, practiceOwner, marketOwner, stops, surveys } = inside;
  if (messages === undefined || owner === undefined || practiceOwner === undefined) return;
  const ends = [
    serveEngine({ messages, name: 'live', owner }),
    serveEngine({ messages, name: 'practice', owner: practiceOwner, client: practice.engine }),
    serveSurveys(messages, surveys, owner),
    sendPushes(messages, notifications),
  ];
  if (marketOwner !== undefined) {
    const ofEngine = {
      isReady: () => owner.isReady(),
      epoch: () => owner.version().epoch,
      lastQuote: (symbol: string) => owner.market(symbol).quote,
    };
    ends.push(serveMarket({ ...inside, ...marketOwner, messages, owner: ofEngine }));
  }
  stops.add('other programs', () => {
    for (const end of ends) end();
  });
}

/** Lets others use the market of this program, in which no engine runs. */
export async function serveMarketOf(
  { messages, instruments, stops, listLastQuotes, clock }: Foundation & Trade,
  marketOwner: MarketOwner,
): Promise<void> {
  const { leader, market } = marketOwner;
  if (messages === undefined || leader === undefined) return;
  const logged = new Map<string, Quote>();
  for (const quote of await listLastQuotes()) logged.set(quote.symbol, quote);
  const owner = {
    isReady: () => leader.isReady(),
    epoch: () => leader.epoch(),
    lastQuote: (symbol: string) => market.quote(symbol) ?? logged.get(symbol),
  };
  stops.add('other programs', serveMarket({ ...marketOwner, messages, instruments, owner, clock }));
}

/**
 * Lets others wait for what the engine of this program gets from the market of another one, and
 * records what it missed.
 */
export function serveFrames(
  inside: Foundation & Trade & { readonly log: Log },
  owner: EngineOwner,
): void {
  const { db, log, market, messages, followedFrames: frames, prices, stops } = inside;
  if (messages === undefined || frames === undefined) return;
  const gaps = createGapLog({ db, log });
  const ends = [
    serveCatchUp({ messages, owner, frames, terms: prices.terms }),
    // What a program misses that stands by concerns nobody.
    market.onGap((gap) => {
      if (owner.isReady()) gaps.note(gap);
    }),
  ];
  stops.add('frames of the market', async () => {
    for (const end of ends) end();
    await gaps.close();
  });
}
