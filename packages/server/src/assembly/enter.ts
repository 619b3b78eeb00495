import { countMigrations } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { enterPrograms } from '#platform/programs/programs.ts';
import type { Entered } from '#platform/programs/programs.ts';
import { readVersion } from '#metrics/metrics.ts';
import type { Settings } from '#settings.ts';
import type { StopList } from '#stop-list.ts';

/** Enters the list of the installation's programs; see `enterPrograms`. */
export async function enter(
  settings: Settings,
  { db, stops }: { readonly db: Database; readonly stops: StopList },
): Promise<Entered> {
  const { conflicting } = settings.roles;
  const entered = await enterPrograms({ ...describeProgram(settings), db, conflicting });
  stops.add('entry of this program', entered.leave);
  return entered;
}

/** Returns what the others see of this program as long as it runs. */
export function describeProgram({ dataDir, roles }: Settings) {
  return { dataDir, version: readVersion(), migrations: countMigrations(), roles: roles.name };
}
