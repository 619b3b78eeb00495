import { announceProgram } from '#platform/programs/programs.ts';
import type { Announced, ProgramState } from '#platform/programs/programs.ts';
import type { Settings } from '#settings.ts';
import type { AppOptions } from './app-options.ts';
import { describeProgram } from './enter.ts';
import type { Foundation } from './foundation.ts';
import type { Trade } from './trade.ts';

/** Shows this program in the list of the installation's programs. */
export function announce(
  settings: Settings,
  { log }: AppOptions,
  inside: Foundation & Trade & { readonly isReady: () => boolean },
): Announced {
  const { db, clock, stops, messages, owner, isReady, startedAtMs } = inside;
  const readState = (): ProgramState => {
    const progress = owner?.progress();
    return {
      isReady: isReady(),
      engine: progress && (progress.isActive ? 'active' : 'standby'),
      epoch: progress?.epoch,
      batch: progress?.batch,
      messages: messages === undefined ? 'none' : messages.isConnected() ? 'connected' : 'lost',
    };
  };
  const shown = announceProgram({
    db,
    clock,
    log,
    readState,
    startedAtMs,
    ...describeProgram(settings),
  });
  stops.add('list of programs', () => shown.close());
  return shown;
}
