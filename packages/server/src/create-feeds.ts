// Creates the configured feeds, each with its instruments.
import { createHash, randomInt } from 'node:crypto';

import { assertPresent } from '@halyard/core/assertion';
import type { Instrument } from '@halyard/core/instrument';
import {
  createReplay,
  createSimulator,
  SEED_BYTES,
  VENDORS,
  type Adapter,
  type Clock,
  type Feed,
  type Scheduler,
  type Sessions,
  type VendorName,
} from '@halyard/market';

import { REAL_ENVIRONMENT, type PriceFeed } from '#features/prices/prices.ts';
import type { Files } from '#platform/files/files.ts';
import type { Log } from '#platform/log/log.ts';

import type { FeedName, FeedSettings } from './feed-settings.ts';

export type FeedContext = {
  readonly settings: FeedSettings;
  readonly files: Files;
  readonly instruments: readonly Instrument[];
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
};

/** A feed with the data that the rest of the program needs. */
export type NamedFeed = PriceFeed & { readonly feed: Feed; readonly hasHistory: boolean };

/** Thrown when the replay files can't be used; the program must not start. */
export class FeedUnfit extends Error {
  override readonly name = 'FeedUnfit';
}

const CHANCE_STEPS = 2 ** 32;
const FINGERPRINT_LENGTH = 8;

/** Returns the feeds in order of preference. Throws FeedUnfit with every problem. */
export async function createFeeds(context: FeedContext): Promise<readonly NamedFeed[]> {
  const { routes } = context.settings;
  const names = new Set([...routes.values()].flat());
  const feeds: NamedFeed[] = [];
  for (const name of names) {
    const instruments = context.instruments.filter(
      ({ category }) => routes.get(category)?.includes(name) === true,
    );
    feeds.push(await createNamedFeed(name, { ...context, instruments }));
  }
  return feeds;
}

async function createNamedFeed(name: FeedName, context: FeedContext): Promise<NamedFeed> {
  if (name === 'simulator') {
    const seed = await context.files.secret('simulator-seed', SEED_BYTES);
    const fingerprint = createHash('sha256').update(seed).digest('hex');
    const feed = createSimulator({ ...context, seed });
    return describe(feed, `simulator:${fingerprint.slice(0, FINGERPRINT_LENGTH)}`);
  }
  if (name === 'replay') return describe(await createReplayFeed(context), 'replay');
  const adapter = createVendor(name, context);
  const feed = withLoggedConnection(adapter, context.log);
  return { ...describe(feed, REAL_ENVIRONMENT), connection: () => adapter.connection };
}

function describe(feed: Feed, environment: string): NamedFeed {
  const { name, symbols } = feed;
  const hasHistory = feed.history !== undefined;
  return { feed, name, symbols, environment, hasHistory, connection: undefined };
}

function createVendor(name: VendorName, context: FeedContext): Adapter {
  const { instruments, clock, scheduler, settings } = context;
  const vendor = VENDORS.find((one) => one.name === name);
  const values = settings.vendors.get(name);
  return assertPresent(vendor, 'a vendor').create(assertPresent(values, 'its settings'), {
    instruments,
    clock,
    scheduler,
    chance: () => randomInt(CHANCE_STEPS) / CHANCE_STEPS,
  });
}

/** Logs connection changes of a vendor for the operator. */
function withLoggedConnection(adapter: Adapter, log: Log): Feed {
  const { name } = adapter;
  return {
    ...adapter,
    start: (sink) =>
      adapter.start({
        ...sink,
        connection(change) {
          const { state, reason } = change;
          const level = state === 'up' || state === 'connecting' ? 'info' : 'warn';
          log[level]({ feed: name, state, reason }, 'a feed changed its state');
          sink.connection(change);
        },
      }),
  };
}

async function createReplayFeed(context: FeedContext): Promise<Feed> {
  const { speed, files, fromMs } = context.settings.replay;
  const created = await createReplay({
    ...context,
    speed,
    files: filesBySymbol(files),
    ...(fromMs === undefined ? {} : { startFileMs: fromMs }),
  });
  if (created.kind === 'ready') {
    context.log.info(created.replay.mapping, 'file time is played from this instant');
    return created.replay;
  }
  throw new FeedUnfit(`The replay can't begin:\n  ${created.problems.join('\n  ')}`);
}

function filesBySymbol(
  files: FeedSettings['replay']['files'],
): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(files, ({ symbol }) => symbol);
  return new Map([...groups].map(([symbol, group]) => [symbol, group.map(({ path }) => path)]));
}
