import { expect, it } from 'vitest';
import { IS_EXTENDED } from '../support/extended.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { runAttacks } from './run-attacks.ts';
import type { Outcome } from './run-attacks.ts';

const SEED = 1;
const TOO_LARGE = 413;
const BOUNDED_SHAPES = ['deep', 'records', 'objects'];
/** The routes of the Cockpit API read their small bodies themselves and answer 400, as Cockpit does. */
const COCKPIT_ROUTES = /^\/api\/(?:collections|singletons|forms)\//;

describeOnDatabase('the largest input of every route', (database) => {
  it('is answered by the route, and by none as a server error', async () => {
    const outcomes: Outcome[] = [];
    await runAttacks({
      database,
      seed: SEED,
      attacksPerRoute: IS_EXTENDED ? 2 : 1,
      onOutcome: (outcome) => outcomes.push(outcome),
    });
    const failed = outcomes.filter(({ status }) => status === 0 || status >= 500);
    expect(failed.map(({ attack, status }) => [attack.route, attack.shape, status])).toEqual([]);
    // What is nested too deep, or holds too many values, is not even parsed.
    const bounded = outcomes.filter(
      ({ attack }) => BOUNDED_SHAPES.includes(attack.shape) && !COCKPIT_ROUTES.test(attack.path),
    );
    expect([...new Set(bounded.map(({ status }) => status))]).toEqual([TOO_LARGE]);
    expect(outcomes.length).toBeGreaterThan(300);
  });
});
