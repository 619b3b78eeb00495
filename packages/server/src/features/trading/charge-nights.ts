// Charges every account for each night once. Which nights are done is kept in the database, so a
// start catches up on those that it slept through; a night that was half charged is charged to the
// end, for the engine does each account's command once.
import type { EngineRules } from '@halyard/core/engine';
import type { Position } from '@halyard/core/position';
import type { Engine } from '#engine/engine.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { financingRate } from './financing-rate.ts';
import { getInstrument } from './instruments.ts';
import type { Instruments } from './instruments.ts';
import { lastNight, listNights, type Night } from './night.ts';
import { findChargedDay, setChargedDay } from './night-store.ts';
import { Upkeep } from './upkeep.ts';

const POLL_MS = 1_000;
/** An order from before 17:00 is in the engine by then. */
const SETTLE_MS = 1_000;
/** The engine's queue takes more, but customers' orders shall find room in it. */
const CHARGES_AT_ONCE_MAX = 256;

export type NightsDeps = {
  readonly db: Database;
  readonly engine: Pick<Engine, 'submit' | 'listHolders'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly instruments: Instruments;
  readonly rules: EngineRules;
};

/** Charges what is due at its start, then each night when it begins. */
export function createNights(deps: NightsDeps): Upkeep {
  /** Nothing is due before it; the database knows the rest. */
  let chargedDay = '';
  return new Upkeep({
    name: 'overnight financing',
    intervalMs: POLL_MS,
    log: deps.log,
    run: async () => {
      const last = lastNight(deps.clock.nowMs() - SETTLE_MS);
      if (last.day <= chargedDay) return;
      await chargeNights(deps, last);
      chargedDay = last.day;
    },
  });
}

async function chargeNights(deps: NightsDeps, last: Night): Promise<void> {
  const { kysely } = deps.db;
  const chargedDay = await findChargedDay(kysely);
  // Before the first start nobody held anything.
  const nights = chargedDay === undefined ? [] : listNights(chargedDay, last);
  for (const night of nights) {
    await chargeNight(deps, night);
    await setChargedDay(kysely, night.day);
  }
  if (chargedDay === undefined) await setChargedDay(kysely, last.day);
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
