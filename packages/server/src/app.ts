// The assembly: what is made, in which order, and what is handed to whom. A list, no logic.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import {
  createMarket,
  createSessions,
  createSystemScheduler,
  loadCatalogue,
} from '@halyard/market';
import { createEngine, isLeaseFree } from '#engine/engine.ts';
import { createAccounts } from '#features/accounts/accounts.ts';
import { createAlerts } from '#features/alerts/alerts.ts';
import { createAffiliates } from '#features/affiliates/affiliates.ts';
import { createAppropriateness } from '#features/appropriateness/appropriateness.ts';
import { createAutoTrading } from '#features/autotrading/autotrading.ts';
import { createBackoffice } from '#features/backoffice/backoffice.ts';
import { createCalendar } from '#features/calendar/calendar.ts';
import { assertRestored } from '#features/backups/backups.ts';
import { createClosing } from '#features/closing/closing.ts';
import { createContent, riskWarning } from '#features/content/content.ts';
import { createDocuments } from '#features/documents/documents.ts';
import { createLinkedAccounts } from '#features/linked-accounts/linked-accounts.ts';
import { createMaintenance } from '#features/maintenance/maintenance.ts';
import { createNotices } from '#features/notices/notices.ts';
import { createPayments, endWithdrawal } from '#features/payments/payments.ts';
import { createCandleStore, createHistoryProgress, createPrices } from '#features/prices/prices.ts';
import { createRecords } from '#features/records/records.ts';
import { createSafeguards } from '#features/safeguards/safeguards.ts';
import { createApprovals } from '#features/approvals/approvals.ts';
import { createStaffFeature } from '#features/staff/staff.ts';
import { createTrading } from '#features/trading/trading.ts';
import { systemClock, type Clock } from '#platform/clock/clock.ts';
import { EMBEDDED_FOLDER, migrate, openDatabase } from '#platform/db/db.ts';
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
import { createWorkerPool } from '#platform/worker-pool/worker-pool.ts';
import { checkSecrets } from './check-secrets.ts';
import { createFeeds } from './create-feeds.ts';
import { feedEngine } from './feed-engine.ts';
import { createPaymentSandbox, type PaymentSandbox } from './payment-sandbox.ts';
import { keepVendors } from './keep-vendors.ts';
import type { Settings } from './settings.ts';
import { createSiteAddress, type SiteAddress } from './site-address.ts';
import { StopList } from './stop-list.ts';
import { takeOver } from './take-over.ts';
import type { Step } from './take-over.ts';
import { tellOfEnd } from './tell-of-end.ts';
import { toEngineRules } from './trading-settings.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

export type AppOptions = {
  readonly log: Log;
  /** The engine has stopped for good: the program must end. */
  readonly onFatal: (error: unknown) => void;
  /** The system's, unless a test moves time. */
  readonly clock?: Clock;
  readonly rates?: HttpOptions['rates'];
  readonly liveLimits?: LiveLimits;
  /** How often the queues of work are looked at; a test does not like to wait. */
  readonly jobPollMs?: number;
  /** The built web app; a test brings a page of its own. */
  readonly webRoot?: string;
  /** The real one; a test that looks into the running program's database keeps what it gives. */
  readonly openDatabase?: typeof openDatabase;
};

export type App = {
  /** The address that answers. */
  readonly url: string;
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
    const house = { ...(await openHouse(settings, options, stops)), stops };
    const inside = { ...house, address: createSiteAddress(settings) };
    const trade = await openTrade(settings, options, inside);
    const doors = await openDoors(settings, options, { ...inside, ...trade });
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
  await assertRestored(settings.dataDir);
  const files = await openFiles(settings.dataDir);
  const open = options.openDatabase ?? openDatabase;
  const db = await open({
    url: settings.databaseUrl,
    directory: files.path(EMBEDDED_FOLDER),
    onError: onFault,
    onLog: ({ isFault, text }) => log[isFault ? 'error' : 'info']({ text }, 'PostgreSQL'),
  });
  stops.add('database', () => db.close());
  await migrate(db, { mayChange: () => isLeaseFree(db) });
  await checkSecrets({ db, files, clock });
  const jobs = createJobs({ db, clock, log, pollMs: options.jobPollMs });
  const mailer = createMailer({
    jobs,
    clock,
    files,
    from: settings.mailFrom,
    smtpUrl: settings.smtpUrl,
  });
  stops.add('mail', () => mailer.close());
  const workers = createWorkerPool();
  stops.add('worker threads', () => workers.close());
  return { clock, onFault, files, db, jobs, mailer, workers };
}
type House = Awaited<ReturnType<typeof openHouse>> & {
  readonly stops: StopList;
  readonly address: SiteAddress;
};

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
    spreads: settings.spreads,
    onBackfill: history.note,
    onFault,
  });
  const prices = await createPrices({
    db,
    clock,
    log,
    market,
    instruments,
    sessions,
    spreads: settings.spreads,
    history,
    feeds,
    acceptedSwitch: settings.feed.acceptedSwitch,
  });
  stops.add('prices', () => prices.close());
  const { listed } = prices.terms;
  const maintenance = await createMaintenance({ db, clock, log });
  stops.add('maintenance', () => maintenance.close());
  const rules = toEngineRules(settings);
  const engine = createEngine({
    db,
    rules,
    instruments: [...listed.values()],
    log,
    recallQuotes: prices.recall,
    onFatal: (error) => {
      void tellOfEnd({ ...house, log, operatorEmail: settings.operatorEmail }, error);
      onFatal(error);
    },
  });
  stops.add('engine', () => engine.stop());
  stops.add('market', () => market.stop());
  return { instruments, listed, market, candleStore, prices, maintenance, rules, engine };
}
type Trade = Awaited<ReturnType<typeof openTrade>>;

/** Who the customers are, what they are told, and what they set against themselves. */
async function openPeople(settings: Settings, options: AppOptions, inside: House & Trade) {
  const { clock, stops, address } = inside;
  const { log } = options;
  const notices = createNotices({
    ...inside,
    settings,
    findSiteUrl: address.site,
    riskWarning: (language) =>
      settings.regime === 'eu-retail'
        ? riskWarning(settings.losingAccountsPercent, language)
        : undefined,
    setLanguage: async (tx, change) => await accounts.setLanguage(tx, change),
  });
  const findSiteUrl = address.site;
  const accounts = await createAccounts({ ...inside, log, notices, settings, findSiteUrl });
  stops.add('accounts', () => accounts.close());
  const staff = createStaffFeature({ ...inside, accounts });
  const approvals = createApprovals({ clock, staff, settings });
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
  const documents = createDocuments({ ...inside, accounts, notices });
  const parts = { ...inside, log, accounts, notices };
  const safeguards = createSafeguards(parts);
  stops.add('safeguards', () => safeguards.close());
  const appropriateness = createAppropriateness({ ...inside, settings });
  const linkedAccounts = createLinkedAccounts({ ...parts, approvals, settings });
  stops.add('linked accounts', () => linkedAccounts.close());
  const limits = { safeguards, appropriateness };
  return { notices, accounts, staff, approvals, live, documents, linkedAccounts, ...limits };
}

/** What customers and the house do. */
async function openFeatures(settings: Settings, options: AppOptions, inside: House & Trade) {
  const { jobs, stops, address } = inside;
  const { log } = options;
  const people = await openPeople(settings, options, inside);
  const { notices, accounts, approvals, documents } = people;
  const trading = await createTrading({
    ...inside,
    ...people,
    log,
    settings,
    endWithdrawal: async (tx, cancelled) => await endWithdrawal({ approvals }, tx, cancelled),
  });
  stops.add('trading', () => trading.close());
  const alerts = createAlerts({ ...inside, ...people, log });
  stops.add('price alerts', () => alerts.close());
  const autoTrading = createAutoTrading({ ...inside, ...people, log, settings });
  stops.add('automatic trading', () => autoTrading.close());
  stops.add('jobs', () => jobs.stop());
  const sandbox = await openPaymentSandbox(settings, inside);
  const payments = createPayments({
    ...inside,
    ...people,
    log,
    settings,
    providers: sandbox?.providers ?? settings.payments.providers,
    callProvider: sandbox?.callProvider,
    findWebhookOrigin: () => settings.publicUrl ?? address.url(),
  });
  const paymentMethods = payments.methods;
  const content = await createContent({ ...inside, ...people, log, settings, paymentMethods });
  const calendar = createCalendar({ ...inside, settings });
  const affiliates = createAffiliates({ ...inside, accounts, payments });
  const desks = { trading, payments, affiliates, content, calendar };
  const backoffice = createBackoffice({ ...inside, ...people, ...desks, log, settings });
  stops.add('back office', () => backoffice.close());
  const records = createRecords({ ...inside, accounts, documents, notices, settings });
  const closing = createClosing({ ...inside, ...people, log, alerts, payments, records, settings });
  const routes = [
    ...accounts.routes,
    ...notices.routes,
    ...documents.routes,
    ...people.safeguards.routes,
    ...people.appropriateness.routes,
    ...trading.routes,
    ...alerts.routes,
    ...autoTrading.routes,
    ...payments.routes,
    ...affiliates.routes,
    ...content.routes,
    ...calendar.routes,
    ...records.routes,
    ...people.staff.routes,
    ...backoffice.routes,
    ...closing.routes,
  ];
  return {
    ...people,
    payments,
    content,
    trading,
    alerts,
    autoTrading,
    backoffice,
    records,
    closing,
    routes,
    rawRoutes: [...payments.rawRoutes, ...content.rawRoutes, ...(sandbox?.rawRoutes ?? [])],
  };
}
type Features = Awaited<ReturnType<typeof openFeatures>>;

/** How the world reaches them. */
async function openDoors(settings: Settings, options: AppOptions, inside: House & Trade) {
  const { clock, db, engine, market, instruments, stops, address } = inside;
  const { log, webRoot = WEB_ROOT } = options;
  const features = await openFeatures(settings, options, inside);
  // Ready means that the first run's people are there too: who waits for it may sign in.
  let hasStarted = false;
  const health = createHealthRoutes({
    database: async () => (await db.query('select 1', [])).length === 1,
    engine: () => hasStarted && engine.isReady(),
    market: () => instruments.some(({ symbol }) => market.quote(symbol) !== undefined),
  });
  const http = await createHttp({
    ...settings,
    ...settings.site,
    routes: [...features.routes, ...health],
    rawRoutes: features.rawRoutes,
    formOrigins: features.payments.formOrigins,
    findCaller: async (token, isBackground) =>
      await features.staff.withRoles(await features.accounts.findCaller(token, isBackground)),
    rates: options.rates ?? HTTP_RATES,
    webRoot: existsSync(webRoot) ? webRoot : undefined,
    pages: features.content.pages,
    clock,
    log,
  });
  features.live.attach(http.server);
  stops.add('http and live feed', async () => {
    await Promise.all([http.close(), features.live.close()]);
  });
  const url = await http.listen(settings);
  address.set(url);
  const stopping = new AbortController();
  stops.add('take-over', () => stopping.abort());
  const ready = engine.whenReady().then(async () => {
    const { signal } = stopping;
    await takeOver({ engine, log, signal }, listSteps({ ...inside, log }, features));
    hasStarted = true;
  });
  return { url, siteUrl: address.site(), ready };
}

async function openPaymentSandbox(
  settings: Settings,
  house: House,
): Promise<PaymentSandbox | undefined> {
  if (settings.payments.mode !== 'sandbox') return undefined;
  const { clock, stops, address } = house;
  const sandbox = await createPaymentSandbox({ clock, findOrigin: address.url });
  stops.add('payment sandbox', () => sandbox.close());
  return sandbox;
}

/** What waits for the lease. A vendor admits one connection: who stands by leaves it to the other. */
function listSteps(inside: House & Trade & { readonly log: Log }, features: Features): Step[] {
  const { engine, jobs, market, prices, stops } = inside;
  const { accounts, payments, safeguards, trading, autoTrading } = features;
  const { alerts, content, linkedAccounts, backoffice, closing } = features;
  const showLastQuotes = async (): Promise<void> => {
    for (const quote of await prices.listLastQuotes()) {
      engine.feed({ kind: 'accept-tick', atMs: quote.receivedAtMs, quote });
    }
  };
  const feed = (): void => {
    stops.add('feed of the engine', feedEngine(inside));
    stops.add('connections to vendors', keepVendors(inside));
  };
  return [
    { name: 'prices', run: () => prices.takeOver() },
    { name: 'last quotes', run: showLastQuotes },
    // Before a tick may close what is to be charged for the nights that nothing ran in.
    { name: 'trading', run: () => trading.start() },
    { name: 'market', run: () => market.start() },
    { name: 'feed of the engine', run: feed },
    // It hears each quote after the engine.
    { name: 'price alerts', run: () => alerts.start() },
    { name: 'accounts', run: () => accounts.start() },
    { name: 'payments', run: () => payments.start() },
    { name: 'limits of customers', run: () => safeguards.start() },
    { name: 'linked accounts', run: () => linkedAccounts.start() },
    { name: 'closing of accounts', run: () => closing.start() },
    { name: 'content', run: () => content.start() },
    { name: 'back office', run: () => backoffice.start() },
    { name: 'automatic trading', run: () => autoTrading.start() },
    { name: 'jobs', run: () => jobs.start() },
  ];
}
