// Installations with edges, whose messages are lost, doubled, late and overtaken, while edges, engines and
// the database fail (`npm run soak -- simulate --edges` runs a hundred thousand); and the proof that
// the history checker alone finds what it is for.
import { expect, it } from 'vitest';
import { IS_EXTENDED } from '../support/extended.ts';
import type { Sabotage } from './injected-failures.ts';
import { simulate } from './simulate.ts';
import { runSoakSimulate } from '../soak/run-soak-simulate.ts';

const SEEDS = IS_EXTENDED ? 2_000 : 40;
/** Each failure and rule comes about within so many. */
const COVERED_SEEDS_MAX = 300;
const LONG_MS = 900_000;

it(
  `${SEEDS} seeds with edges keep every invariant, and the history checker finds nothing`,
  async () => {
    const seeds = [
      '--seeds',
      String(Math.max(SEEDS * 2, COVERED_SEEDS_MAX)),
      '--until-covered',
      String(SEEDS),
    ];
    const last = await runSoakSimulate(['--edges', '--length', 'short', ...seeds]);
    expect(last).toMatchObject({ failed: false, missing: [] });
  },
  LONG_MS,
);

it('a seed with edges replays exactly', async () => {
  const options = { hasEdges: true, length: 'short' } as const;
  const [first, second] = [await simulate(3, options), await simulate(3, options)];
  expect(first.failure).toBeUndefined();
  expect(second.trace).toBe(first.trace);
  expect([...second.counts]).toEqual([...first.counts]);
});

// Parts of two answers to one request, which were taken for one answer; a run that ended before a page
// had read what a hint announced.
it.each([1_175, 2_599])('seed %i, which once found a problem, finds none', async (seed) => {
  expect((await simulate(seed, { hasEdges: true, length: 'short' })).failure).toBeUndefined();
});

/** Each defect with the rule that it breaks, and a seed before one that shows it. */
const SABOTAGES: readonly (readonly [Sabotage, string, number])[] = [
  ['asynchronous-replica', 'acknowledged-lost', 6],
  ['swallowed-warning', 'acknowledged-lost', 6],
  ['no-fence', 'epochs', 1_612],
  ['no-dedupe', 'effect-once', 1],
  ['stale-read', 'stale-read', 2],
  ['hint-without-fetch', 'stale-view', 1],
];
const SABOTAGED_SEEDS = 600;

it.each(SABOTAGES)(
  'the history checker finds the injected defect %s: %s',
  async (sabotage, rule, from) => {
    for (let seed = from; seed < from + SABOTAGED_SEEDS; seed += 1) {
      const options = { hasEdges: true, length: 'short', isJudgedByHistory: true } as const;
      const { failure = '' } = await simulate(seed, { ...options, sabotage });
      const [judge, rules = ''] = failure.split(': ');
      if (judge !== 'history' || !rules.split(', ').includes(rule)) continue;
      process.stdout.write(`${sabotage}: seed ${seed}: ${failure.split('\n')[0]}\n`);
      expect((await simulate(seed, options)).failure).toBeUndefined();
      return;
    }
    expect.fail(`${SABOTAGED_SEEDS} seeds did not find it`);
  },
  LONG_MS,
);
