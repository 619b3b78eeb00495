// The feed that the settings name.
import type { Instrument } from '@halyard/core/instrument';
import {
  createReplay,
  createSimulator,
  SEED_BYTES,
  type Clock,
  type Feed,
  type Scheduler,
  type Sessions,
} from '@halyard/market';

import type { Files } from '#platform/files/files.ts';
import type { Log } from '#platform/log/log.ts';

import type { Settings } from './settings.ts';

export type FeedContext = {
  readonly settings: Settings;
  readonly files: Files;
  readonly instruments: readonly Instrument[];
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
};

/** The files that are to be replayed can't be: the program must not start on them. */
export class FeedUnfit extends Error {
  override readonly name = 'FeedUnfit';
}

/** Throws FeedUnfit, with every problem there is. */
export async function createFeed(context: FeedContext): Promise<Feed> {
  switch (context.settings.feed) {
    case 'simulator': {
      const seed = await context.files.secret('simulator-seed', SEED_BYTES);
      return createSimulator({ ...context, seed });
    }
    case 'replay':
      return createReplayFeed(context);
  }
}

async function createReplayFeed(context: FeedContext): Promise<Feed> {
  const { speed, files, fromMs } = context.settings.replay;
  const created = await createReplay({
    ...context,
    speed,
    files: filesBySymbol(files),
    ...(fromMs === undefined ? {} : { startFileMs: fromMs }),
  });
  if (created.kind === 'ready') {
    context.log.info(created.replay.mapping, 'file time is played from this instant');
    return created.replay;
  }
  throw new FeedUnfit(`The replay can't begin:\n  ${created.problems.join('\n  ')}`);
}

function filesBySymbol(files: Settings['replay']['files']): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(files, ({ symbol }) => symbol);
  return new Map([...groups].map(([symbol, group]) => [symbol, group.map(({ path }) => path)]));
}
