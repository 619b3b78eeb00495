// A process of its own that makes a new, empty database directory: it needs about 800 MB for a
// moment, which a thread would not give back.
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';

import { DurableFiles } from './durable-files.ts';
import { START_PARAMETERS } from './start-parameters.ts';

function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) syncTree(join(path, entry.name));
    else syncPath(join(path, entry.name));
  }
  syncPath(path);
}

function syncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const directory = process.argv[2];
if (directory === undefined) throw new Error('Usage: initialize-process.ts DIRECTORY');
const files = new DurableFiles(directory, new Int32Array(1));
const pglite = await PGlite.create({ fs: files, startParams: [...START_PARAMETERS] });
await pglite.close();
if (files.failure !== undefined) throw new Error(files.failure);
syncTree(directory);
