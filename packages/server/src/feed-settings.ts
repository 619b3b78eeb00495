// The feed of each category, and the settings that the vendors require.
import { CATEGORIES } from '@halyard/core/instrument';
import type { Category } from '@halyard/core/instrument';
import {
  ALPACA_FEEDS,
  findMarketParameters,
  loadCatalogue,
  OANDA_ENVIRONMENTS,
  REPLAY_SPEED_MAX,
  REPLAY_SPEED_MIN,
  ALPACA_FREE_SYMBOLS,
} from '@halyard/market';
import type { AlpacaFeed, OandaEnvironment } from '@halyard/market';
import * as z from 'zod/mini';

import {
  choice,
  integer,
  isReadableFile,
  list,
  matching,
  positive,
  readReplayFile,
  readUtc,
  secureUrlOf,
  setting,
  type Problem,
  type ReplayFile,
} from './setting-kinds.ts';

const FEED_NAMES = ['simulator', 'replay', 'binance', 'oanda', 'alpaca'] as const;
export type FeedName = (typeof FEED_NAMES)[number];

/**
 * Whether each feed's prices are real. Simulated or replayed prices are never mixed with real ones
 * on one symbol.
 */
const IS_FEED_REAL = {
  simulator: false,
  replay: false,
  binance: true,
  oanda: true,
  alpaca: true,
} as const satisfies Record<FeedName, boolean>;

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
  /** The addresses of Binance, which can replace its own. */
  readonly binance: Addresses;
  readonly oanda: Addresses & {
    readonly token: string | undefined;
    readonly account: string | undefined;
    readonly environment: OandaEnvironment;
  };
  readonly alpaca: Addresses & {
    readonly key: string | undefined;
    readonly secret: string | undefined;
    readonly feed: AlpacaFeed;
    readonly symbolsMax: number;
  };
  /** The accepted change between simulated and real prices despite open positions. */
  readonly acceptedSwitch: string | undefined;
};

type Addresses = { readonly streamUrl: string | undefined; readonly restUrl: string | undefined };

const ALPACA_SYMBOLS_MAX = 1_000;
/** Characters that an HTTP header value can contain. */
const CREDENTIAL_PATTERN = /^[\x21-\x7e]{1,200}$/;
const ACCOUNT_PATTERN = /^[\w-]{1,64}$/;
const SWITCH_PATTERN = /^[0-9a-f]{8}$/;

const FEED_PROBLEM =
  `must be one of ${FEED_NAMES.join(', ')}, or a list by category such as ` +
  'crypto=binance,forex=oanda, with | between those that stand in for one another';
const credential = z.optional(setting(matching(CREDENTIAL_PATTERN), 'must be one word of ASCII'));
const streamUrl = z.optional(
  setting(secureUrlOf('wss:', 'ws:'), 'must be wss://host, or ws:// on this machine'),
);
const restUrl = z.optional(
  setting(secureUrlOf('https:', 'http:'), 'must be https://host, or http:// on this machine'),
);

export const FeedVariables = z.object({
  FEED: z._default(setting(readRoutes, FEED_PROBLEM), routesOf('simulator')),
  REPLAY_SPEED: z._default(positive(REPLAY_SPEED_MIN, REPLAY_SPEED_MAX), 1),
  REPLAY_FILES: z._default(
    setting(list(readReplayFile), 'must be SYMBOL=path, several with commas'),
    [],
  ),
  REPLAY_FROM: z.optional(setting(readUtc, 'must be a UTC time such as 2025-10-20T00:00:00Z')),
  BINANCE_STREAM_URL: streamUrl,
  BINANCE_URL: restUrl,
  OANDA_TOKEN: credential,
  OANDA_ACCOUNT: z.optional(
    setting(matching(ACCOUNT_PATTERN), 'must be an account such as 101-004-1234567-001'),
  ),
  OANDA_ENVIRONMENT: z._default(choice(OANDA_ENVIRONMENTS), 'practice'),
  OANDA_STREAM_URL: restUrl,
  OANDA_URL: restUrl,
  ALPACA_KEY: credential,
  ALPACA_SECRET: credential,
  ALPACA_FEED: z._default(choice(ALPACA_FEEDS), 'iex'),
  ALPACA_SYMBOLS_MAX: z._default(integer(1, ALPACA_SYMBOLS_MAX), ALPACA_FREE_SYMBOLS),
  ALPACA_STREAM_URL: streamUrl,
  ALPACA_URL: restUrl,
  FEED_SWITCH: z.optional(
    setting(matching(SWITCH_PATTERN), 'must be the eight characters that the refused start named'),
  ),
});
type FeedVariables = z.infer<typeof FeedVariables>;

const NEEDED: readonly {
  readonly feed: FeedName;
  readonly name: keyof FeedVariables;
}[] = [
  { feed: 'oanda', name: 'OANDA_TOKEN' },
  { feed: 'oanda', name: 'OANDA_ACCOUNT' },
  { feed: 'alpaca', name: 'ALPACA_KEY' },
  { feed: 'alpaca', name: 'ALPACA_SECRET' },
];

export function toFeedSettings(variables: FeedVariables): FeedSettings {
  return {
    routes: variables.FEED,
    isSimulated: isAnySimulated(variables.FEED),
    replay: {
      speed: variables.REPLAY_SPEED,
      files: variables.REPLAY_FILES,
      fromMs: variables.REPLAY_FROM,
    },
    binance: { streamUrl: variables.BINANCE_STREAM_URL, restUrl: variables.BINANCE_URL },
    oanda: {
      token: variables.OANDA_TOKEN,
      account: variables.OANDA_ACCOUNT,
      environment: variables.OANDA_ENVIRONMENT,
      streamUrl: variables.OANDA_STREAM_URL,
      restUrl: variables.OANDA_URL,
    },
    alpaca: {
      key: variables.ALPACA_KEY,
      secret: variables.ALPACA_SECRET,
      feed: variables.ALPACA_FEED,
      symbolsMax: variables.ALPACA_SYMBOLS_MAX,
      streamUrl: variables.ALPACA_STREAM_URL,
      restUrl: variables.ALPACA_URL,
    },
    acceptedSwitch: variables.FEED_SWITCH,
  };
}

/** Returns whether some prices are simulated or replayed. */
export function isAnySimulated(routes: FeedRoutes): boolean {
  return [...routes.values()].flat().some((name) => !IS_FEED_REAL[name]);
}

/** Returns the problems of the settings in combination. */
export function feedProblems(variables: Partial<FeedVariables>): readonly Problem[] {
  const routes: FeedRoutes = variables.FEED ?? new Map();
  const used = new Set([...routes.values()].flat());
  return [
    ...routeProblems(routes),
    ...replayProblems(routes, variables.REPLAY_FILES ?? []),
    ...NEEDED.filter(({ feed, name }) => used.has(feed) && variables[name] === undefined).map(
      ({ feed, name }) => ({ name, text: `is required with FEED=${feed}` }),
    ),
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
  const isReal = (symbol: string): boolean => {
    const category = loadCatalogue().find((one) => one.symbol === symbol)?.category;
    const names = category === undefined ? undefined : routes.get(category);
    return names?.every((name) => IS_FEED_REAL[name]) === true;
  };
  return [...(variables.SPREADS ?? new Map<string, unknown>()).keys()]
    .filter((symbol) => !isReal(symbol))
    .map((symbol) => ({
      name: 'SPREADS',
      text: `must be without ${symbol}: FEED has no real prices for it`,
    }));
}

function routeProblems(routes: FeedRoutes): readonly Problem[] {
  return [...routes].flatMap(([category, names]) => {
    const isMixed = names.length > 1 && !names.every((name) => IS_FEED_REAL[name]);
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
  const isUsed = [...routes.values()].flat().includes('replay');
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
  if (feed === 'simulator' || feed === 'replay') return true;
  return findMarketParameters(symbol)?.feedCodes[feed] !== undefined;
}
