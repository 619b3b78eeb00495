// From the archive of a release to the first order: unpacked into an empty folder, started as another
// user on a read-only root, traded on. Needs bubblewrap, or root, see deploy/try-root.sh.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { SECOND_MS } from '@halyard/core/time';
import { findFreePort } from '../support/test-cluster.ts';
import { createEvidence, print } from './evidence.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const READY_MAX_MS = 10 * SECOND_MS;
const FIRST_ORDER_MAX_MS = 60 * SECOND_MS;
const FIRST_ORDER = 'packages/server/test/soak/first-order.ts';

/** True when the program is ready and the first order is filled within the limits. */
export async function soakInstall(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: { root: { type: 'string' }, 'no-evidence': { type: 'boolean', default: false } },
  });
  const evidence = createEvidence({ soak: 'install' }, !values['no-evidence']);
  const folder = mkdtempSync(join(tmpdir(), 'halyard-install-'));
  try {
    const built = values.root ?? join(folder, 'built');
    if (values.root === undefined) {
      print('deploy/build-root.sh');
      await run(join(ROOT, 'deploy/build-root.sh'), [built]);
    }
    const archive = join(folder, 'halyard.tar.gz');
    await run('tar', ['-C', built, '-czf', archive, '.']);
    const beganMs = performance.now();
    const installed = join(folder, 'installed');
    mkdirSync(installed);
    await run('tar', ['-C', installed, '-xzf', archive]);
    const installedMs = Math.round(performance.now() - beganMs);
    evidence.say(`unpacked into an empty folder after ${installedMs} ms`);
    const tried = await run(join(ROOT, 'deploy/try-root.sh'), [
      installed,
      process.execPath,
      FIRST_ORDER,
    ]);
    const firstOrderMs = Math.round(performance.now() - beganMs);
    for (const line of tried.trim().split('\n')) evidence.say(line.slice(0, 200));
    const readyMs = Number(/ready after (\d+) ms/.exec(tried)?.[1]);
    evidence.say(`first order filled ${firstOrderMs} ms after the archive was opened`);
    const limits = { readyMaxMs: READY_MAX_MS, firstOrderMaxMs: FIRST_ORDER_MAX_MS };
    evidence.finish({ installedMs, readyMs, firstOrderMs, ...limits });
    return readyMs < READY_MAX_MS && firstOrderMs < FIRST_ORDER_MAX_MS;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns what the program printed; throws if it fails. */
async function run(program: string, words: readonly string[]): Promise<string> {
  const env = { ...process.env, PORT: String(await findFreePort()) };
  return (await promisify(execFile)(program, [...words], { cwd: ROOT, env })).stdout;
}
