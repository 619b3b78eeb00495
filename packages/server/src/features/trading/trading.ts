// What customers see and do on the market: prices, candles, assets, orders, positions, figures. The
// engine decides and books every order; this feature converts between the wire and the engine.
import { POSITIONS_NAMESPACE } from '@halyard/contract/live';
import type { AccountKind } from '@halyard/contract/practice/practice';
import { PRACTICE_POSITIONS_NAMESPACE } from '@halyard/contract/practice/practice-paths';
import { HISTORY_RECENT_MAX } from '@halyard/contract/trading';
import { assert } from '@halyard/core/assertion';
import type { EngineRules } from '@halyard/core/engine';
import type { Instrument } from '@halyard/core/instrument';
import type { MarketView } from '@halyard/market';
import type { Customers } from '#features/customers/customers.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Appropriateness } from '#features/appropriateness/appropriateness.ts';
import type { TradingPause } from '#features/trading-pause/trading-pause.ts';
import type { ClientLimits } from '#features/client-limits/client-limits.ts';
import type { EngineClient } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { createRateLimiter } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Live } from '#platform/live/live.ts';
import type { Log } from '#platform/log/log.ts';
import { ensureAssetIds, openPricesNamespace } from './prices/prices.ts';
import { createNights } from './financing/financing.ts';
import type { NightsDeps } from './financing/financing.ts';
import type { PeriodicTask } from '#platform/periodic-task/periodic-task.ts';
import { PARTS_RATE } from './close-position.ts';
import { createAccountFeed } from './account-feed.ts';
import type { AccountFeed } from './account-feed.ts';
import { createDesk } from './desk.ts';
import type { TradingDesk } from './desk.ts';
import { listClosedPositions } from './position-store.ts';
import { keepOrders } from './orders/orders.ts';
import { openPositionsNamespace } from './positions-namespace.ts';
import { repeatRejectionPruning } from './prune-rejections.ts';
import { RecentHistory } from './recent-history.ts';
import { tradingRoutes } from './routes.ts';
import { createNotifier } from './send-notifications.ts';
import type { NotifyDeps } from './send-notifications.ts';
import { viewAccount } from './view-account.ts';
import type { AccountView } from './view-account.ts';

export { PARTS_RATE } from './close-position.ts';
export { toWireRejection } from './engine-rejection-to-wire.ts';
export { lastNight, listNights } from './financing/financing.ts';
export { openPricesNamespace } from './prices/prices.ts';
export type { OrderChanges } from './orders/orders.ts';
export { closedTimeline, openedTimeline } from './trade-timeline.ts';

export type { AccountView } from './view-account.ts';
export type { AccountFeed, AccountState, Ended, Sourced } from './account-feed.ts';

export type TradingOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly customers: Customers;
  readonly notifications: Notifications;
  readonly clientLimits: ClientLimits;
  readonly appropriateness: Appropriateness;
  readonly tradingPause: Pick<TradingPause, 'findOpeningRejection'>;
  readonly engine: EngineClient;
  /**
   * The same engine, if this program runs it. Undefined: another program charges overnight financing
   * and sends notifications.
   */
  readonly owner: EngineOwner | undefined;
  readonly endWithdrawal: NotifyDeps['endWithdrawal'];
  readonly jobs: Jobs;
  readonly market: MarketView;
  readonly live: Live;
  /** The rules with which the engine was created. */
  readonly rules: EngineRules;
  /** The listed instruments, with the limits in force. */
  readonly listed: ReadonlyMap<string, Instrument>;
  readonly settings: { readonly financingNightsMax: number };
};

/** The options that live and practice accounts share. */
type AccountOptions = Omit<
  TradingOptions,
  'endWithdrawal' | 'appropriateness' | 'notifications'
> & {
  readonly appropriateness: Pick<Appropriateness, 'findOpeningRejection'>;
  readonly notifications: Pick<Notifications, 'notifyOperator' | 'onNotified'>;
};

export type PracticeTradingOptions = Omit<AccountOptions, 'appropriateness'> & {
  /** Sends a program what happened on a practice account; nobody else is notified. */
  readonly writeEvent: NotifyDeps['notifications']['notify'];
};

const NAMESPACES: Readonly<Record<AccountKind, `/${string}`>> = {
  live: POSITIONS_NAMESPACE,
  practice: PRACTICE_POSITIONS_NAMESPACE,
};

export type PracticeTrading = Trading;

export type Trading = {
  readonly routes: readonly RouteBinding[];
  /** The use cases of this feature's routes and sockets, for other features. */
  readonly desk: TradingDesk;
  /** Accounts and their changes, for the streams of the public API. */
  readonly accountFeed: AccountFeed;
  /** Returns a customer's current figures and positions. */
  viewAccount(customerId: number): Promise<AccountView>;
  /**
   * Charges overnight financing for a downtime, then each night, and notifies customers of what the
   * engine did by itself. Call it once the engine has its lease and before it has prices.
   */
  start(): Promise<void>;
  close(): Promise<void>;
};

export async function createTrading(options: TradingOptions): Promise<Trading> {
  const account = await openAccounts(options, 'live');
  const notified = withNotifier(account, { ...options, instruments: options.listed });
  const prices = openPricesNamespace(account.deps);
  return {
    ...notified,
    close: async () => {
      await notified.close();
      prices.close();
    },
  };
}

/**
 * Adds a task to `account`, started and closed with it, that notifies customers of what the engine
 * did by itself.
 */
function withNotifier<Part extends Pick<Trading, 'start' | 'close'>>(
  account: Part,
  deps: NotifyDeps & Pick<TradingOptions, 'owner'>,
): Part {
  const { owner } = deps;
  if (owner === undefined) return account;
  const notifier = createNotifier(deps);
  const endNotifications = owner.onCommitted(({ hasNotices }) => {
    if (hasNotices) notifier.wake();
  });
  const endResumed = owner.onResumed(() => notifier.wake());
  return {
    ...account,
    start: async () => {
      await account.start();
      await notifier.start();
    },
    close: async () => {
      endNotifications();
      endResumed();
      await Promise.all([account.close(), notifier.close()]);
    },
  };
}

/** Opens trading on practice accounts: `db` and `engine` are theirs. It notifies programs only. */
export async function createPracticeTrading(
  options: PracticeTradingOptions,
): Promise<PracticeTrading> {
  // Practice money can't be lost, so no appropriateness test is required.
  const appropriateness = { findOpeningRejection: async () => await Promise.resolve(undefined) };
  const account = await openAccounts({ ...options, appropriateness }, 'practice');
  return withNotifier(account, {
    ...options,
    notifications: { notify: options.writeEvent },
    instruments: options.listed,
    endWithdrawal: async () =>
      await Promise.resolve(assert(false, 'practice money is never withdrawn')),
  });
}

async function openAccounts(options: AccountOptions, kind: AccountKind) {
  const { db, listed: instruments } = options;
  const recentHistory = new RecentHistory({
    ...options,
    load: async (accountId) =>
      await listClosedPositions(db.kysely, {
        accountId,
        beforeId: undefined,
        limit: HISTORY_RECENT_MAX,
      }),
  });
  const assetIds = await ensureAssetIds(db.kysely, [...instruments.keys()]);
  const parts = createRateLimiter(PARTS_RATE, options.clock);
  const deps = { ...options, instruments, recentHistory, assetIds, parts };
  const desk = createDesk(deps);
  const positions = openPositionsNamespace(deps, NAMESPACES[kind]);
  const tasks = createTasks(deps);
  repeatRejectionPruning(options, kind);
  return {
    deps,
    routes: tradingRoutes({ ...deps, desk }),
    desk,
    accountFeed: createAccountFeed(deps),
    viewAccount: async (customerId: number) => await viewAccount(deps, customerId),
    start: async () => {
      for (const task of tasks) await task.start();
    },
    close: async () => {
      await Promise.all(tasks.map(async (task) => await task.close()));
      positions.close();
    },
  };
}

/** Creates the tasks that run beside the engine, in the order in which they start. */
function createTasks(
  options: AccountOptions & Pick<NightsDeps, 'instruments'>,
): readonly PeriodicTask[] {
  const { owner: engine, settings } = options;
  if (engine === undefined) return [];
  const beside = { ...options, engine };
  return [keepOrders(beside), createNights({ ...beside, nightsMax: settings.financingNightsMax })];
}
