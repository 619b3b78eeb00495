/**
 * `npm start`: installs missing packages, builds the web app if it is outdated, runs the server.
 */
import './require-node.mjs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { becomeChild, stopChildrenOnSignals } from './children.mjs';
import { prepare, runCommand } from './prepare.mjs';
import { say } from './progress.mjs';
import { buildWebIfStale } from './web-build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

stopChildrenOnSignals();
await runCommand(async () => {
  const node = await prepare(root);
  await buildWebIfStale(root, node);
  say('Starting the server …');
  becomeChild(node, [join(root, 'packages/server/src/main.ts')], root);
});
