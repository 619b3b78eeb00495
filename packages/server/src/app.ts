// The assembly: what is made, in which order, and what is handed to whom. A list, no logic.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import {
  createMarket,
  createSessions,
  createSystemScheduler,
  loadCatalogue,
} from '@halyard/market';

import { createEngine } from '#engine/engine.ts';
import { createAccounts } from '#features/accounts/accounts.ts';
import { createBackoffice } from '#features/backoffice/backoffice.ts';
import { createContent } from '#features/content/content.ts';
import { createCandleStore, createHistoryProgress, createPrices } from '#features/prices/prices.ts';
import { createTrading } from '#features/trading/trading.ts';
import { systemClock, type Clock } from '#platform/clock/clock.ts';
import { migrate, openDatabase } from '#platform/db/db.ts';
import { openFiles } from '#platform/files/files.ts';
import {
  createFindIp,
  createHealthRoutes,
  createHttp,
  createOriginCheck,
  HTTP_RATES,
  type HttpOptions,
} from '#platform/http/http.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLive, LIVE_LIMITS, type LiveLimits } from '#platform/live/live.ts';
import type { Log } from '#platform/log/log.ts';
import { createMailer } from '#platform/mail/mail.ts';

import { createFeeds } from './create-feeds.ts';
import { feedEngine } from './feed-engine.ts';
import type { Settings } from './settings.ts';
import { StopList } from './stop-list.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

export type AppOptions = {
  readonly log: Log;
  /** The engine has stopped for good: the program must end. */
  readonly onFatal: (error: unknown) => void;
  /** The system's, unless a test moves time. */
  readonly clock?: Clock;
  readonly rates?: HttpOptions['rates'];
  readonly liveLimits?: LiveLimits;
};

export type App = {
  readonly url: string;
  /** Fulfilled once orders are taken; a program that stands by for another's lease waits here. */
  readonly ready: Promise<void>;
  /** Stops in the reverse order of the start. */
  stop(): Promise<void>;
};

/** Throws what the first part that can't start throws; what was started before is stopped again. */
export async function startApp(settings: Settings, options: AppOptions): Promise<App> {
  const stops = new StopList(options.log);
  try {
    const house = await openHouse(settings, options, stops);
    const trade = await openTrade(settings, options, { ...house, stops });
    const doors = await openDoors(settings, options, { ...house, ...trade, stops });
    await trade.market.start();
    return { ...doors, stop: () => stops.run() };
  } catch (error) {
    await stops.run();
    throw error;
  }
}

/** What knows no business. */
async function openHouse(settings: Settings, options: AppOptions, stops: StopList) {
  const { log, clock = systemClock } = options;
  const onFault = (err: unknown): void => log.warn({ err }, 'a fault in the background');
  const files = await openFiles(settings.dataDir);
  const db = await openDatabase({
    url: settings.databaseUrl,
    directory: files.path('database'),
    onError: onFault,
  });
  stops.add('database', () => db.close());
  await migrate(db);
  const jobs = createJobs({ db, clock, log });
  const mailer = createMailer({ jobs, files, from: settings.mailFrom, smtpUrl: settings.smtpUrl });
  stops.add('mail', () => mailer.close());
  return { clock, onFault, files, db, jobs, mailer };
}
type House = Awaited<ReturnType<typeof openHouse>> & { readonly stops: StopList };

/** Prices, and the engine that books on them. */
async function openTrade(settings: Settings, { log, onFatal }: AppOptions, house: House) {
  const { clock, files, db, stops, onFault } = house;
  const instruments = loadCatalogue();
  const sessions = createSessions();
  const scheduler = createSystemScheduler();
  const feeds = await createFeeds({
    settings: settings.feed,
    files,
    instruments,
    sessions,
    clock,
    scheduler,
    log,
  });
  const candleStore = createCandleStore(db);
  const history = createHistoryProgress(feeds, log);
  const market = createMarket({
    instruments,
    feed: feeds.map(({ feed }) => feed),
    sessions,
    clock,
    scheduler,
    candleStore,
    onBackfill: history.note,
    onFault,
  });
  const { acceptedSwitch } = settings.feed;
  const prices = await createPrices({ db, clock, log, market, history, feeds, acceptedSwitch });
  stops.add('prices', () => prices.close());
  const rules = {
    regime: settings.regime,
    marginCloseOutPercent: settings.marginCloseOutPercent,
    openPositionsMax: settings.maxOpenPositions,
  };
  const engine = createEngine({ db, rules, instruments, log, onFatal });
  stops.add('engine', () => engine.stop());
  stops.add('market', () => market.stop());
  return { instruments, market, candleStore, prices, rules, engine };
}
type Trade = Awaited<ReturnType<typeof openTrade>>;

/** The features, and how the world reaches them. */
async function openDoors(settings: Settings, options: AppOptions, inside: House & Trade) {
  const { clock, db, jobs, engine, market, prices, instruments, stops } = inside;
  const { log } = options;
  const accounts = await createAccounts({ ...inside, log, settings });
  const live = createLive({
    findCaller: accounts.findCaller,
    findEndedSessions: accounts.findEndedSessions,
    isOriginAllowed: createOriginCheck(settings),
    findIp: createFindIp(settings.trustProxy),
    limits: options.liveLimits ?? LIVE_LIMITS,
    clock,
    log,
  });
  accounts.onSessionEnded((sessionId) => live.closeSession(sessionId));
  const trading = await createTrading({ ...inside, log, accounts, live });
  stops.add('trading', () => trading.close());
  stops.add('jobs', () => jobs.stop());
  const content = createContent({ settings });
  const backoffice = createBackoffice({ ...inside, log, accounts, settings });
  stops.add('back office', () => backoffice.close());
  // Ready means that the first run's people are there too: who waits for it may sign in.
  let hasStarted = false;
  const health = createHealthRoutes({
    database: async () => (await db.query('select 1', [])).length === 1,
    engine: () => hasStarted && engine.isReady(),
    market: () => instruments.some(({ symbol }) => market.quote(symbol) !== undefined),
  });
  const http = await createHttp({
    ...settings,
    routes: [...accounts.routes, ...trading.routes, ...content.routes, ...health],
    findCaller: accounts.findCaller,
    rates: options.rates ?? HTTP_RATES,
    webRoot: existsSync(WEB_ROOT) ? WEB_ROOT : undefined,
    clock,
    log,
  });
  live.attach(http.server);
  stops.add('http and live feed', async () => {
    await Promise.all([http.close(), live.close()]);
  });
  const url = await http.listen(settings);
  const ready = engine.whenReady().then(async () => {
    await prices.takeOver();
    stops.add('feed of the engine', feedEngine({ market, engine, instruments, clock, log }));
    await accounts.start();
    await backoffice.start();
    jobs.start();
    hasStarted = true;
  });
  return { url, ready };
}
