// The Python that runs the Python SDK: the machine's own if it has the packages, else one of a virtual
// environment in .cache that is made once.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SDK = join(ROOT, 'sdk/python');
const CACHE = join(ROOT, '.cache');
const ENVIRONMENT = join(CACHE, 'sdk-python');
const INSTALL_WITHIN_MS = 120_000;
const HAS_PACKAGES = 'import sys, httpx, websockets; sys.exit(sys.version_info < (3, 11))';

const run = promisify(execFile);

/** The Python of Debian has the packages of Debian, also where another one comes first in PATH. */
const CANDIDATES = ['python3', '/usr/bin/python3'];

/** Undefined where there is no Python 3.11, or its packages can't be installed. */
export async function findPython(): Promise<string | undefined> {
  const own = join(ENVIRONMENT, 'bin/python');
  for (const python of [...CANDIDATES, own])
    if (await succeeds(python, '-c', HAS_PACKAGES)) return python;
  mkdirSync(CACHE, { recursive: true });
  const made = mkdtempSync(join(CACHE, 'sdk-python-'));
  const requirements = join(SDK, 'requirements.txt');
  const install = ['-m', 'pip', 'install', '--quiet', '--only-binary', ':all:', '-r', requirements];
  const isMade =
    (await succeeds('python3', '-m', 'venv', made)) &&
    (await succeeds(join(made, 'bin/python'), ...install));
  try {
    if (isMade) renameSync(made, ENVIRONMENT);
  } catch {
    // Another process was faster.
  }
  rmSync(made, { recursive: true, force: true });
  return (await succeeds(own, '-c', HAS_PACKAGES)) ? own : undefined;
}

/** Its modules; nothing is written beside them. */
export const PYTHON_ENVIRONMENT = { PYTHONPATH: SDK, PYTHONDONTWRITEBYTECODE: '1' } as const;

async function succeeds(command: string, ...words: readonly string[]): Promise<boolean> {
  try {
    await run(command, words, { timeout: INSTALL_WITHIN_MS });
    return true;
  } catch {
    return false;
  }
}
