// Practice accounts, and how they start beside the live ones.
import { feedEngine } from '#feed-engine.ts';
import { createPractice } from '#features/practice/practice.ts';
import type { Practice, PracticeOptions } from '#features/practice/practice.ts';
import type { Log } from '#platform/log/log.ts';
import type { Foundation } from './foundation.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { Trade } from './trade.ts';

export async function openPractice(
  options: Omit<PracticeOptions, 'liveDb'> & Pick<Foundation, 'db' | 'stops'>,
): Promise<Practice> {
  const practice = await createPractice({ ...options, liveDb: options.db });
  options.stops.add('practice accounts', () => practice.close());
  return practice;
}

/** Starts practice accounts once their engine is ready, without holding up the live ones. */
export async function startPractice(
  inside: Foundation & Trade & { readonly log: Log },
  practice: Practice,
  practiceEngine: EngineOwner,
): Promise<void> {
  const { log, stops } = inside;
  const report = (err: unknown): void => log.warn({ err }, 'practice accounts did not start');
  practiceEngine
    .whenReady()
    .then(async () => {
      await practice.start();
      stops.add('feed of practice', feedEngine({ ...inside, engine: practiceEngine }));
    })
    .catch(report);
  await Promise.resolve();
}
