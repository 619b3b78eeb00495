import { countMigrations } from '#platform/db/db.ts';
import { announceProgram } from '#platform/programs/programs.ts';
import type { Announced, ProgramState } from '#platform/programs/programs.ts';
import { readVersion } from '#metrics/metrics.ts';
import type { Settings } from '#settings.ts';
import type { AppOptions } from './app-options.ts';
import type { Foundation } from './foundation.ts';
import type { Trade } from './trade.ts';

/** Shows this program in the list of the installation's programs. */
export function announce(
  settings: Settings,
  { log }: AppOptions,
  inside: Foundation & Trade & { readonly isReady: () => boolean },
): Announced {
  const { db, clock, stops, messages, owner, isReady } = inside;
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
    dataDir: settings.dataDir,
    version: readVersion(),
    migrations: countMigrations(),
    roles: settings.roles.name,
  });
  stops.add('list of programs', () => shown.close());
  return shown;
}
