// A process of its own that makes a new, empty database directory: it needs about 800 MB for a
// moment, which a thread would not give back.
import { PGlite } from '@electric-sql/pglite';

import { DurableFiles } from './durable-files.ts';
import { settleTree } from './settle-tree.ts';
import { START_PARAMETERS } from './start-parameters.ts';

const directory = process.argv[2];
if (directory === undefined) throw new Error('Usage: initialize-process.ts DIRECTORY');
// Whoever started it is gone, and nobody waits for the directory any more.
process.stdin.once('end', () => process.exit(1)).resume();
const files = new DurableFiles(directory, new Int32Array(1));
const pglite = await PGlite.create({ fs: files, startParams: [...START_PARAMETERS] });
await pglite.close();
if (files.failure !== undefined) throw new Error(files.failure);
settleTree(directory);
process.stdin.destroy();
