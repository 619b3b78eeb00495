// Makes the embedded database's directory on first use. It is built beside its place and moved
// there when it is complete, so a killed first start leaves nothing half made.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const INITIALIZE_TIMEOUT_MS = 120_000;
const DIRECTORY_MODE = 0o700;

/** The caller holds the directory's lock. */
export async function initializeDirectory(directory: string): Promise<void> {
  if (existsSync(join(directory, 'PG_VERSION'))) return;
  const draft = `${directory}.initializing`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: DIRECTORY_MODE });
  const program = fileURLToPath(new URL('./initialize-process.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [program, draft], {
    timeout: INITIALIZE_TIMEOUT_MS,
  });
  // Only an empty directory gives way; anything else is not ours to replace.
  renameSync(draft, directory);
}
