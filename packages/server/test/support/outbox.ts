// The mails that a program without a mail server writes into DATA_DIR.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** By the name of their files; none before the first. A mail that is being written has another name. */
export async function readOutbox(dataDir: string): Promise<readonly string[]> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  return await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map(async (name) => await readFile(join(folder, name), 'utf8')),
  );
}
