// Real price files are stored beside the project; tests on them skip with a message if they are
// missing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const FOLDER = join(process.cwd(), '..', 'shared', 'data', 'prices');

export const hasSharedPrices = existsSync(FOLDER);

if (!hasSharedPrices) {
  process.stderr.write('SKIPPED: the real price files, ../shared/data/prices, are not here\n');
}

export function sharedPriceFile(name: string): string {
  return join(FOLDER, name);
}
