/**
 * Chooses the Node for each purpose: these tools run on 20.19 or newer, the product on 24 or newer.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const OLDEST_FOR_TOOLS = [20, 19];
const OLDEST_FOR_PRODUCT = 24;
const PROBE_TIMEOUT_MS = 10_000;

/**
 * Returns the message for a Node that can't run the tools; undefined if it can.
 * @param {string} version as `process.versions.node`
 */
export function rejectionOfToolsNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_FOR_TOOLS;
  const fits = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  if (fits) return undefined;
  return `Halyard needs Node ${OLDEST_FOR_TOOLS.join('.')} or newer; this is Node ${version}. Get one from https://nodejs.org and try again.`;
}

/**
 * Returns the Node that runs the product: the one that the lockfile pins, otherwise the running one
 * if it is new enough.
 * @param {string} root of the checkout
 * @param {{ version: string, path: string, platform: string }} running
 * @returns {{ path: string } | { rejection: string }}
 */
export function chooseProductNode(root, running) {
  const pinned = join(root, 'node_modules/.bin/node');
  if (canRun(pinned)) return { path: pinned };
  if (Number(running.version.split('.')[0]) >= OLDEST_FOR_PRODUCT) return { path: running.path };
  return {
    rejection: `Halyard runs on Node ${OLDEST_FOR_PRODUCT} or newer. On Linux (x64, arm64) npm brings one along, but not on this machine (${running.platform}, Node ${running.version}): install Node ${OLDEST_FOR_PRODUCT} from https://nodejs.org and try again.`,
  };
}

/**
 * A binary that exists may still not run, such as one that was built for another C library.
 * @param {string} path
 */
function canRun(path) {
  return spawnSync(path, ['--version'], { timeout: PROBE_TIMEOUT_MS }).status === 0;
}
