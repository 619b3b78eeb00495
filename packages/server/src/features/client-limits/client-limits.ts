// Client limits: deposit and loss limits, time-out, self-exclusion. Closing positions and
// withdrawing always stay possible.
import type { Rejection } from '@halyard/contract/rejections';
import type { Kysely } from 'kysely';
import type { Customers } from '#features/customers/customers.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { EngineClient } from '#engine/engine.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { Changes } from '#platform/changes/changes.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log/log.ts';
import { checkDeposit } from './check-deposit.ts';
import type { WantedDeposit } from './check-deposit.ts';
import { findRunningExclusion, findStop, stopRejection } from './find-stop.ts';
import { LossWatch } from './loss-watch.ts';
import { clientLimitsRoutes } from './routes.ts';
import { deleteClientLimits, listLossLimited } from './client-limits-store.ts';
import { handleSettling, settleClientLimits } from './settle-client-limits.ts';

export type { WantedDeposit } from './check-deposit.ts';

export type ClientLimits = {
  readonly routes: readonly RouteBinding[];
  /** Returns why a customer's client limits prevent this deposit; undefined if they do not. */
  checkDeposit(tx: Kysely<object>, deposit: WantedDeposit): Promise<Rejection | undefined>;
  /** Returns why a customer's client limits prevent opening positions; undefined if they do not. */
  findOpeningStop(customerId: number): Promise<Rejection | undefined>;
  /**
   * Erases the limits of a customer whose account is closed. Returns until when a current
   * self-exclusion lasts (null: permanently).
   */
  erase(tx: Kysely<object>, customerId: number): Promise<number | null | undefined>;
  /** Completes what a crash left. Call it once the engine runs. */
  start(): Promise<void>;
  close(): void;
};

export type ClientLimitsOptions = {
  readonly db: Database;
  readonly changes: Pick<Changes, 'on' | 'onGap'>;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Log;
  readonly engine: EngineClient;
  /** Undefined in a program that does not run the engine: another one watches the losses. */
  readonly owner: Pick<EngineOwner, 'isReady' | 'onCommitted' | 'onResumed'> | undefined;
  readonly customers: Pick<Customers, 'checkCredentialChange' | 'stopOpenings'>;
  readonly notifications: Pick<Notifications, 'notify'>;
};

const PAGE_LENGTH = 500;

export function createClientLimits(options: ClientLimitsOptions): ClientLimits {
  const { db, changes, clock, owner, log } = options;
  const settle = async (customerId: number): Promise<void> =>
    await settleClientLimits(options, customerId);
  const losses = new LossWatch({ settle, log });
  handleSettling({ ...options, settle });
  const end = owner?.onCommitted((committed) => losses.note(committed));
  const endResumed = owner?.onResumed(() => losses.settleAll());
  const watch = (customerId: number): void => {
    losses.watch(customerId);
    // Without the lease, the check waits for the take-over.
    if (owner?.isReady() === true) losses.settle(customerId);
  };
  const watchAll = async (): Promise<void> => {
    for (let after = 0; ;) {
      const page = await listLossLimited(db.kysely, { after, limit: PAGE_LENGTH });
      for (const customerId of page) {
        after = customerId;
        watch(customerId);
      }
      if (page.length < PAGE_LENGTH) return;
    }
  };
  // Another program can have set the limit. A program that stands by watches, too: it may own the
  // engine next.
  changes.on('loss-limit-set', (customerIds) => customerIds.forEach((id) => watch(Number(id))));
  changes.onGap(() => {
    watchAll().catch((err: unknown) => log.error({ err }, 'loss limits could not be read'));
  });
  return {
    routes: clientLimitsRoutes({ ...options, settle }),
    checkDeposit,
    findOpeningStop: async (customerId) => {
      const stop = await findStop(db.kysely, customerId, clock.nowMs());
      return stop === undefined ? undefined : stopRejection(stop);
    },
    erase: async (tx, customerId) => {
      const exclusion = await findRunningExclusion(tx, customerId, clock.nowMs());
      await deleteClientLimits(tx, customerId);
      return exclusion?.kind === 'self-exclusion' ? exclusion.endsAtMs : undefined;
    },
    start: watchAll,
    close: () => {
      end?.();
      endResumed?.();
      losses.close();
    },
  };
}
