// The feed that the settings name.
import {
  createSimulator,
  SEED_BYTES,
  type Clock,
  type Feed,
  type Scheduler,
  type Sessions,
} from '@halyard/market';
import type { Instrument } from '@halyard/core/instrument';

import type { Files } from '#platform/files/files.ts';

import type { Settings } from './settings.ts';

export type FeedContext = {
  readonly settings: Settings;
  readonly files: Files;
  readonly instruments: readonly Instrument[];
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
};

export async function createFeed(context: FeedContext): Promise<Feed> {
  const { instruments, sessions, clock, scheduler } = context;
  const seed = await context.files.secret('simulator-seed', SEED_BYTES);
  return createSimulator({ seed, instruments, sessions, clock, scheduler });
}
