// SIGKILL while a crowd trades: what was acknowledged is there afterwards, nothing is half done,
// and the audit finds nothing. `npm run soak -- kill` does the same a hundred times.
import { describe, expect, it } from 'vitest';
import { createChance } from '../simulation/chance.ts';
import { fellInsideCommit, ORDERS_PER_SECOND_FULL, runKills, VICTIMS } from '../soak/kill.ts';

const KILLS = 2;
/** A kill falls inside a commit in about one run of three. */
const EXTRA_KILLS_MAX = 12;
const SEED = 1;
const LONG_MS = 600_000;

describe.each(VICTIMS)('a kill of the %s under load', (victim) => {
  it(
    `loses no acknowledged order in ${KILLS} kills or more, leaves none half done and audits clean`,
    async () => {
      const { runs } = await runKills({
        database: {},
        victim,
        kills: KILLS,
        extraKillsMax: EXTRA_KILLS_MAX,
        random: createChance(SEED).share,
        onRun: ({ ordersPerSecond, doneUnanswered }, kill) => {
          process.stdout.write(
            `kill ${kill} of ${victim}: ${ordersPerSecond} acknowledged orders/s, ` +
              `${doneUnanswered} done but unanswered\n`,
          );
        },
      });
      const full = runs.filter(({ ordersPerSecond }) => ordersPerSecond >= ORDERS_PER_SECOND_FULL);
      // A machine that is busy with other work may miss the full load now and then.
      expect(full.length).toBeGreaterThanOrEqual(runs.length / 2);
      expect(runs.some(fellInsideCommit)).toBe(true);
    },
    LONG_MS,
  );
});
