// SIGKILL while a crowd trades: what was acknowledged is there afterwards, nothing is half done,
// and the audit finds nothing. `npm run soak -- kill` does the same a hundred times.
import { describe, expect, it } from 'vitest';
import { createChance } from '../simulation/chance.ts';
import { IS_EXTENDED } from '../support/extended.ts';
import { runKills, VICTIMS } from '../soak/kill.ts';

/** Whether a kill falls inside a commit, and how full the load is, only many kills can show. */
const KILLS = 1;
const CLIENTS = 8;
const SEED = 1;
const LONG_MS = 300_000;

/** A kill of both is a kill of either: what one of them survives alone has tests in ../db. */
const KILLED = IS_EXTENDED ? VICTIMS : (['both'] as const);

describe.each(KILLED)('a kill of the %s under load', (victim) => {
  it(
    'loses no acknowledged order, leaves none half done and passes the audit',
    async () => {
      const { acknowledged } = await runKills({
        database: {},
        victim,
        kills: KILLS,
        clients: CLIENTS,
        random: createChance(SEED).share,
        onRun: ({ ordersPerSecond, doneUnanswered }, kill) => {
          process.stdout.write(
            `kill ${kill} of ${victim}: ${ordersPerSecond} acknowledged orders/s, ` +
              `${doneUnanswered} done but unanswered\n`,
          );
        },
      });
      expect(acknowledged).toBeGreaterThan(0);
    },
    LONG_MS,
  );
});
