// Makes the embedded database's directory on first use. It is built beside its place and moved
// there when it is complete, so a killed first start leaves nothing half made.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Outage } from '#platform/outage/outage.ts';

import { syncPath } from './settle-tree.ts';

const INITIALIZE_TIMEOUT_MS = 120_000;

/** The caller holds the directory's lock. */
export async function initializeDirectory(directory: string): Promise<void> {
  removeDrafts(directory);
  if (existsSync(join(directory, 'PG_VERSION'))) return;
  // A name of its own: what a killed start set to work may go on writing to its draft for a while.
  const draft = mkdtempSync(`${directory}.initializing-`);
  const program = fileURLToPath(new URL('./initialize-process.ts', import.meta.url));
  try {
    await promisify(execFile)(process.execPath, [program, draft], {
      timeout: INITIALIZE_TIMEOUT_MS,
    });
  } catch (error) {
    const message = `The embedded database can't be made in ${dirname(directory)}. Is there room?`;
    throw new Outage('database', message, { cause: error });
  }
  // Only an empty directory gives way; anything else is not ours to replace.
  renameSync(draft, directory);
  syncPath(dirname(directory));
}

function removeDrafts(directory: string): void {
  const parent = dirname(directory);
  const start = `${basename(directory)}.initializing`;
  for (const name of readdirSync(parent).filter((one) => one.startsWith(start))) {
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // Still written to by whoever makes it, who fails by this; the next start removes the rest.
    }
  }
}
