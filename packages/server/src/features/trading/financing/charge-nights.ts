// Charges overnight financing to every account once per day. Charged days are stored in the
// database, so a start catches up on missed ones; an interrupted day is completed, because the
// engine executes each account's command once. The engine knows uncharged days and the next ones,
// so a closing position pays for each, however long this task fails.
import type { EngineRules, Night } from '@halyard/core/engine';
import type { Position } from '@halyard/core/position';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { financingRate } from './financing-rate.ts';
import { getInstrument } from '../instruments.ts';
import type { Instruments } from '../instruments.ts';
import { lastNight, listNights, nextNights } from './night.ts';
import { findChargedDay, setChargedDay } from './night-store.ts';
import { PeriodicTask } from '#platform/periodic-task/periodic-task.ts';

const POLL_MS = 1_000;
/**
 * How long after 17:00 the charge waits, so that an order from before it has reached the engine.
 */
const SETTLE_MS = 1_000;
/**
 * How many accounts are charged at once: below the engine's queue limit, so that customers' orders
 * find room.
 */
const CHARGES_AT_ONCE_MAX = 256;

export type NightsDeps = {
  readonly db: Database;
  readonly engine: Pick<EngineOwner, 'submit' | 'listHolders' | 'feed'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly instruments: Instruments;
  readonly rules: EngineRules;
  readonly notifications: Pick<Notifications, 'notifyOperator'>;
  /**
   * The maximum number of days that are charged at once, here or in the engine: if there are more,
   * the clock may be wrong.
   */
  readonly nightsMax: number;
};

/** Creates the task, which charges what is due when it starts, then each day when it is due. */
export function createNights(deps: NightsDeps): PeriodicTask {
  /** The last day that this process has charged; the database knows the rest. */
  let chargedDay = '';
  /** The day that was too far in the future when last checked. */
  let doubtedDay = '';
  return new PeriodicTask({
    name: 'overnight financing',
    intervalMs: POLL_MS,
    log: deps.log,
    run: async () => {
      const last = lastNight(deps.clock.nowMs() - SETTLE_MS);
      if (last.day <= chargedDay || last.day === doubtedDay) return;
      if (await chargeNights(deps, last)) chargedDay = last.day;
      else doubtedDay = last.day;
    },
  });
}

/** Charges the due days; false if there are more than a correct clock would give. */
async function chargeNights(deps: NightsDeps, last: Night): Promise<boolean> {
  const { kysely } = deps.db;
  const chargedDay = await findChargedDay(kysely);
  if (chargedDay === undefined) {
    // Before the first start there were no positions, so nothing is charged.
    await setChargedDay(kysely, last.day);
    announceNights(deps, last.day);
    return true;
  }
  // The engine is informed first, so that closes are charged even if the rest fails.
  announceNights(deps, chargedDay);
  const nights = listNights(chargedDay, last);
  if (nights.length > deps.nightsMax) {
    await refuseLeap(deps, { last, count: nights.length });
    return false;
  }
  for (const night of nights) {
    await chargeNight(deps, night);
    await setChargedDay(kysely, night.day);
    announceNights(deps, night.day);
  }
  return true;
}

/**
 * Sends the engine the next financing days: one more than can be charged at once. When that one is
 * due, the engine charges none, because the clock may be wrong.
 */
function announceNights({ engine, clock, nightsMax }: NightsDeps, chargedDay: string): void {
  const nights = nextNights(chargedDay, nightsMax + 1);
  engine.feed({ kind: 'set-nights', atMs: clock.nowMs(), nights });
}

/**
 * Reports that too many days are due, as after a clock jump. Nothing is charged until a person
 * decides.
 */
async function refuseLeap(
  { db, log, notifications, nightsMax }: NightsDeps,
  leap: { readonly last: Night; readonly count: number },
): Promise<void> {
  const { last, count } = leap;
  log.error({ nights: count, day: last.day }, 'too many nights to charge: nothing is charged');
  await notifications.notifyOperator(db.kysely, {
    key: `nights:${last.day}`,
    subject: `Overnight financing stands still: ${count} nights at once`,
    text:
      `By the clock of this machine the last night is ${last.day}, and ${count} nights are not ` +
      `charged yet; more than ${nightsMax} are never charged at once. If the clock is wrong, set ` +
      'it right: then it goes on by itself. If nothing ran for so long, set FINANCING_NIGHTS_MAX ' +
      `to ${count} or more and start the program again.`,
  });
}

async function chargeNight(deps: NightsDeps, { day, cutOffAtMs }: Night): Promise<void> {
  const holders = deps.engine.listHolders((position) => isCharged(deps, position, cutOffAtMs));
  for (let from = 0; from < holders.length; from += CHARGES_AT_ONCE_MAX) {
    const accountIds = holders.slice(from, from + CHARGES_AT_ONCE_MAX);
    const atMs = deps.clock.nowMs();
    await Promise.all(
      accountIds.map((accountId) =>
        deps.engine.submit(`financing:${day}`, {
          kind: 'charge-financing',
          accountId,
          atMs,
          day,
          cutOffAtMs,
        }),
      ),
    );
  }
}

function isCharged(deps: NightsDeps, position: Position, cutOffAtMs: number): boolean {
  const { symbol, direction, openedAtMs } = position;
  const rate = financingRate(deps.rules, getInstrument(deps.instruments, symbol), direction);
  return rate !== 0 && openedAtMs < cutOffAtMs;
}
