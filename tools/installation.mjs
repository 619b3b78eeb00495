/** Installs the packages of the lockfile if they differ from the installed ones. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from './children.mjs';
import { sayWhile } from './progress.mjs';

/**
 * The lockfile fixes each package by its hash, so cached descriptions need no check for newer ones,
 * which takes half of an installation.
 */
const FROM_CACHE = '--prefer-offline';
/** npm's code for a version that a cached description is too old to list. */
const UNKNOWN_VERSION = 'ETARGET';
const QUIETLY = ['--loglevel=error', '--no-fund', '--no-audit', '--no-progress'];

/** @typedef {{ version?: string, resolved?: string, link?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package */

/**
 * Installs missing packages. Throws with npm's output if npm fails.
 * @param {string} root of the checkout
 */
export async function installIfMissing(root) {
  const here = { os: process.platform, cpu: process.arch };
  if (isInstalled(readPackages(root, 'package-lock.json'), readInstalled(root), here)) return;
  await sayWhile('Installing packages (about a minute, only when they changed)', async () => {
    const npm = npmCommand(process.env);
    // Includes development dependencies in production, too, because they build the web app here.
    const args = [...npm.args, 'ci', '--include=dev', '--include=optional', ...QUIETLY];
    let { code, output } = await runToEnd(npm.command, [...args, FROM_CACHE], { cwd: root });
    if (code !== 0 && output.includes(UNKNOWN_VERSION)) {
      ({ code, output } = await runToEnd(npm.command, args, { cwd: root }));
    }
    if (code !== 0) throw new Error(`npm ci failed (${code}):\n${output.trim()}`);
  });
}

/**
 * Returns whether npm's record of node_modules contains everything that the lockfile requires on
 * this machine. An optional package for a certain C library can be absent for good reason, so it is
 * not required.
 * @param {Record<string, Package>} wanted
 * @param {Record<string, Package> | undefined} installed
 * @param {{ os: string, cpu: string }} here
 */
export function isInstalled(wanted, installed, here) {
  if (installed === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = installed[path];
    if (found === undefined) return entry.optional === true && !isMadeFor(entry, here);
    return entry.link === true
      ? found.resolved === entry.resolved
      : found.version === entry.version;
  });
}

/** @param {Package} entry @param {{ os: string, cpu: string }} here */
function isMadeFor(entry, here) {
  return (
    entry.libc === undefined &&
    entry.os?.includes(here.os) === true &&
    entry.cpu?.includes(here.cpu) === true
  );
}

/** @param {string} root @returns {Record<string, Package> | undefined} */
function readInstalled(root) {
  const record = 'node_modules/.package-lock.json';
  return existsSync(join(root, record)) ? readPackages(root, record) : undefined;
}

/** @param {string} root @param {string} path @returns {Record<string, Package>} */
function readPackages(root, path) {
  const lockfile = /** @type {{ packages: Record<string, Package> }} */ (
    JSON.parse(readFileSync(join(root, path), 'utf8'))
  );
  return lockfile.packages;
}

/**
 * Returns the npm that called us, on its own Node; otherwise the one on the PATH.
 * @param {NodeJS.ProcessEnv} env
 */
export function npmCommand(env) {
  const script = env['npm_execpath'];
  if (script === undefined || !/npm-cli\.c?js$/.test(script)) return { command: 'npm', args: [] };
  return { command: env['npm_node_execpath'] ?? process.execPath, args: [script] };
}
