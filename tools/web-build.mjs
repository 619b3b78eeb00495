/** Builds the web app if its sources have changed since the last build. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runToEnd } from './children.mjs';
import { sayWhile } from './progress.mjs';

const INPUTS = [
  'packages/web',
  'packages/core',
  'packages/contract',
  'package-lock.json',
  'tsconfig.base.json',
];
const NOT_INPUTS = new Set(['node_modules', 'dist']);
const TEST_FILE = /\.test\.tsx?$/;
const PAGE = 'packages/web/dist/index.html';
const STAMP = 'packages/web/dist/.built-from';

/**
 * Builds the web app; throws with the builder's output if the build fails.
 * @param {string} root of the checkout
 * @param {string} node the Node that runs the product
 */
export async function buildWebIfStale(root, node) {
  const sources = hashOfSources(root);
  if (isBuiltFrom(root, sources)) return;
  await sayWhile('Building the web app', async () => {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const { code, output } = await runToEnd(node, [vite, 'build', '--logLevel', 'warn'], {
      cwd: join(root, 'packages/web'),
      env: { ...process.env, NODE_ENV: 'production' },
    });
    if (code !== 0) throw new Error(`The web app could not be built:\n${output.trim()}`);
  });
  writeFileSync(join(root, STAMP), sources);
}

/** @param {string} root @param {string} sources a hash */
export function isBuiltFrom(root, sources) {
  const stamp = join(root, STAMP);
  return (
    existsSync(join(root, PAGE)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
  );
}

/**
 * Returns a hash over the names and contents of all files of the web app's build.
 * @param {string} root
 */
export function hashOfSources(root) {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    for (const path of filesUnder(join(root, input))) {
      const content = readFileSync(path);
      hash.update(`${relative(root, path)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

/** @param {string} path a file or a folder @returns {string[]} */
function filesUnder(path) {
  if (!statSync(path).isDirectory()) return TEST_FILE.test(path) ? [] : [path];
  return readdirSync(path)
    .filter((name) => !NOT_INPUTS.has(name))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
