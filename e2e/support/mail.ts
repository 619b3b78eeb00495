// Reads the mails that the program has written.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

const WITHIN_MS = 60_000;

/**
 * Returns the path of the newest link of a kind in the mails to an address, such as
 * /password/reset/….
 */
export async function linkInMail(dataDir: string, to: string, kind: string): Promise<string> {
  let path: string | undefined;
  await expect
    .poll(
      async () => {
        const mails = await mailsTo(dataDir, to);
        const links = mails.flatMap((mail) => [...mail.matchAll(/https?:\/\/[^\s"<>]+/g)]);
        path = links
          .map(([link]) => new URL(link).pathname)
          .findLast((one) => one.startsWith(kind));
        return path;
      },
      { timeout: WITHIN_MS, message: `a mail to ${to} with a link to ${kind}` },
    )
    .toBeDefined();
  return path ?? '';
}

/** Returns the mails oldest first, without the soft line breaks of quoted-printable. */
async function mailsTo(dataDir: string, to: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
  return mails
    .filter((mail) => mail.includes(`To: ${to}`))
    .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
}
