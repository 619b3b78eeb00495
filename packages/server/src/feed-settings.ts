// The feed of each category, and the settings that the vendors require.
import { CATEGORIES } from '@halyard/core/instrument';
import type { Category } from '@halyard/core/instrument';
import { loadCatalogue, REPLAY_SPEED_MAX, REPLAY_SPEED_MIN, VENDORS } from '@halyard/market';
import type { VendorName } from '@halyard/market';
import * as z from 'zod/mini';

import { toVendorSettings, vendorProblems } from './config/vendor-settings.ts';
import {
  isReadableFile,
  list,
  matching,
  positive,
  readReplayFile,
  readUtc,
  setting,
  type Problem,
  type ReplayFile,
} from './setting-kinds.ts';

export type FeedName = 'simulator' | 'replay' | VendorName;
const FEED_NAMES: readonly FeedName[] = ['simulator', 'replay', ...VENDORS.map(({ name }) => name)];

/** The feeds of each category, the preferred one first; a category without one has no prices. */
export type FeedRoutes = ReadonlyMap<Category, readonly FeedName[]>;

export type FeedSettings = {
  readonly routes: FeedRoutes;
  /** Whether some prices are simulated or replayed. */
  readonly isSimulated: boolean;
  readonly replay: {
    /** The replay speed: how many times as fast as the clock file time runs. */
    readonly speed: number;
    /** The replay files with absolute paths; a symbol can have several. */
    readonly files: readonly ReplayFile[];
    /** The file time to start at; undefined: each file's own start. */
    readonly fromMs: number | undefined;
  };
  /** The settings of each vendor that is used, by the name of the setting. */
  readonly vendors: ReadonlyMap<VendorName, Readonly<Record<string, unknown>>>;
  /** The accepted change between simulated and real prices despite open positions. */
  readonly acceptedSwitch: string | undefined;
};

const SWITCH_PATTERN = /^[0-9a-f]{8}$/;

const FEED_PROBLEM =
  `must be one of ${FEED_NAMES.join(', ')}, or a list by category such as ` +
  'crypto=binance,forex=oanda, with | between those that stand in for one another';

export const FeedVariables = z.object({
  FEED: z._default(setting(readRoutes, FEED_PROBLEM), routesOf('simulator')),
  REPLAY_SPEED: z._default(positive(REPLAY_SPEED_MIN, REPLAY_SPEED_MAX), 1),
  REPLAY_FILES: z._default(
    setting(list(readReplayFile), 'must be SYMBOL=path, several with commas'),
    [],
  ),
  REPLAY_FROM: z.optional(setting(readUtc, 'must be a UTC time such as 2025-10-20T00:00:00Z')),
  FEED_SWITCH: z.optional(
    setting(matching(SWITCH_PATTERN), 'must be the eight characters that the refused start named'),
  ),
});
/** The values of the settings, with those that the vendors declare. */
type FeedVariables = z.infer<typeof FeedVariables> & Readonly<Record<string, unknown>>;

export function toFeedSettings(variables: FeedVariables): FeedSettings {
  return {
    routes: variables.FEED,
    isSimulated: isAnySimulated(variables.FEED),
    replay: {
      speed: variables.REPLAY_SPEED,
      files: variables.REPLAY_FILES,
      fromMs: variables.REPLAY_FROM,
    },
    vendors: toVendorSettings(feedsOf(variables.FEED), variables),
    acceptedSwitch: variables.FEED_SWITCH,
  };
}

/** Returns whether some prices are simulated or replayed. */
export function isAnySimulated(routes: FeedRoutes): boolean {
  return [...feedsOf(routes)].some((name) => !isReal(name));
}

/** Simulated or replayed prices are never mixed with real ones on one symbol. */
function isReal(name: FeedName): boolean {
  return name !== 'simulator' && name !== 'replay';
}

function feedsOf(routes: FeedRoutes): ReadonlySet<FeedName> {
  return new Set([...routes.values()].flat());
}

/** Returns the problems of the settings in combination. */
export function feedProblems(variables: Partial<FeedVariables>): readonly Problem[] {
  const routes: FeedRoutes = variables.FEED ?? new Map();
  return [
    ...routeProblems(routes),
    ...replayProblems(routes, variables.REPLAY_FILES ?? []),
    ...vendorProblems(feedsOf(routes), variables),
  ];
}

/**
 * Returns problems of the extra spreads. Candles of simulated and replayed prices are made of those
 * prices alone, so nothing may widen their spreads.
 */
export function spreadProblems(
  variables: Partial<FeedVariables> & { readonly SPREADS?: ReadonlyMap<string, unknown> },
): readonly Problem[] {
  const routes: FeedRoutes = variables.FEED ?? new Map();
  const hasRealPrices = (symbol: string): boolean => {
    const category = loadCatalogue().find((one) => one.symbol === symbol)?.category;
    const names = category === undefined ? undefined : routes.get(category);
    return names?.every(isReal) === true;
  };
  return [...(variables.SPREADS ?? new Map<string, unknown>()).keys()]
    .filter((symbol) => !hasRealPrices(symbol))
    .map((symbol) => ({
      name: 'SPREADS',
      text: `must be without ${symbol}: FEED has no real prices for it`,
    }));
}

function routeProblems(routes: FeedRoutes): readonly Problem[] {
  return [...routes].flatMap(([category, names]) => {
    const isMixed = names.length > 1 && !names.every(isReal);
    const strangers = names.filter((name) => !categoriesOf(name).has(category));
    return [
      ...(isMixed
        ? [`must be real prices alone for ${category}, or one other feed alone: they never mix`]
        : []),
      ...strangers.map((name) => `must be another feed for ${category}: ${name} has none of it`),
    ].map((text) => ({ name: 'FEED', text }));
  });
}

function replayProblems(routes: FeedRoutes, files: readonly ReplayFile[]): readonly Problem[] {
  const isReplayed = (symbol: string): boolean => {
    const category = loadCatalogue().find((one) => one.symbol === symbol)?.category;
    return category === undefined || routes.get(category)?.includes('replay') === true;
  };
  const isUsed = feedsOf(routes).has('replay');
  const unreadable = files.filter(({ path }) => !isReadableFile(path));
  const strangers = isUsed ? files.filter(({ symbol }) => !isReplayed(symbol)) : [];
  return [
    ...(isUsed && files.length === 0
      ? ['is required with FEED=replay: SYMBOL=path, several with commas']
      : []),
    ...unreadable.map(({ symbol }) => `has no readable file for ${symbol}`),
    ...strangers.map(({ symbol }) => `must be without ${symbol}: FEED has another feed for it`),
  ].map((text) => ({ name: 'REPLAY_FILES', text }));
}

/**
 * Parses the routes: one feed for all categories that it serves completely, or the feeds of each
 * category.
 */
function readRoutes(text: string): FeedRoutes | undefined {
  const single = findFeed(text);
  if (single !== undefined) return routesOf(single);
  const routes = new Map<Category, readonly FeedName[]>();
  for (const part of text.split(',')) {
    const [name = '', feeds = '', ...rest] = part.split('=').map((word) => word.trim());
    const category = CATEGORIES.find((one) => one === name);
    const names = feeds.split('|').map((word) => findFeed(word.trim()));
    const known = names.filter((one) => one !== undefined);
    const isWhole = known.length === names.length && new Set(known).size === names.length;
    if (category === undefined || rest.length > 0 || !isWhole || routes.has(category)) {
      return undefined;
    }
    routes.set(category, known);
  }
  return routes;
}

function routesOf(feed: FeedName): FeedRoutes {
  const lacking = new Set(
    loadCatalogue()
      .filter(({ symbol }) => !hasSymbol(feed, symbol))
      .map(({ category }) => category),
  );
  const whole = CATEGORIES.filter((category) => !lacking.has(category));
  return new Map(whole.map((category) => [category, [feed]]));
}

function findFeed(text: string): FeedName | undefined {
  return FEED_NAMES.find((name) => name === text);
}

/** Returns the categories of which the feed has at least one instrument. */
function categoriesOf(feed: FeedName): ReadonlySet<Category> {
  const served = loadCatalogue().filter(({ symbol }) => hasSymbol(feed, symbol));
  return new Set(served.map(({ category }) => category));
}

function hasSymbol(feed: FeedName, symbol: string): boolean {
  const vendor = VENDORS.find(({ name }) => name === feed);
  return vendor === undefined || vendor.codes[symbol] !== undefined;
}
