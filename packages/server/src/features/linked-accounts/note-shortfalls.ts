// Lists the shortfalls that the engine has booked, and notifies their customers once each.
import { toEuros } from '@halyard/core/money';
import { SECOND_MS } from '@halyard/core/time';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { PeriodicTask } from '#platform/periodic-task/periodic-task.ts';
import { insertShortfall, listUnnoted } from './shortfall-store.ts';
import type { NewShortfall } from './shortfall-store.ts';

/** The interval of rounds. Wake-ups start one at once; the interval is for what an outage left. */
const POLL_MS = 30 * SECOND_MS;

export type NotingDeps = {
  readonly db: Database;
  /** Undefined in a program that does not run the engine: another one notes shortfalls. */
  readonly owner: Pick<EngineOwner, 'onCommitted'> | undefined;
  readonly notifications: Pick<Notifications, 'notify' | 'notifyOperator'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
};

export type Noting = { start(): Promise<void>; close(): Promise<void> };

export function createNoting(deps: NotingDeps): Noting {
  const task = new PeriodicTask({
    name: 'the list of shortfalls',
    intervalMs: POLL_MS,
    log: deps.log,
    run: async (signal) => await noteShortfalls(deps, signal),
  });
  const end = deps.owner?.onCommitted(({ events }) => {
    const isIntended = events.some(
      (event) => event.kind === 'funds-posted' && event.posting.kind === 'shortfall',
    );
    if (isIntended) task.wake();
  });
  return {
    start: async () => await task.start(),
    close: async () => {
      end?.();
      await task.close();
    },
  };
}

async function noteShortfalls(
  deps: Pick<NotingDeps, 'db' | 'notifications'>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const unnoted = await listUnnoted(deps.db.kysely);
    for (const shortfall of unnoted) {
      signal.throwIfAborted();
      await note(deps, shortfall);
    }
    if (unnoted.length === 0) return;
  }
}

async function note(
  { db, notifications }: Pick<NotingDeps, 'db' | 'notifications'>,
  shortfall: NewShortfall,
): Promise<void> {
  const { positionId, customerId, amountCents, atMs } = shortfall;
  await db.kysely.transaction().execute(async (tx) => {
    if (!(await insertShortfall(tx, shortfall))) return;
    await notifications.notify(tx, {
      customerId,
      kind: 'shortfall-in-review',
      key: `shortfall:${positionId}`,
      facts: { amountCents, atMs },
    });
    await notifications.notifyOperator(tx, {
      key: `shortfall:${positionId}`,
      subject: `A shortfall of customer ${customerId} waits for a decision`,
      text:
        `The last position of customer ${customerId}, ${positionId}, left € ` +
        `${toEuros(amountCents).toFixed(2)} below zero. The account shares its balance protection ` +
        'with linked accounts. Decide in the back office under Shortfalls.',
    });
  });
}
