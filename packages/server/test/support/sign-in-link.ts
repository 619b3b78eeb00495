// The link that the program mails to a customer who is let in without password.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { readMail } from './mail-server.ts';
import { codeIn } from './mailbox.ts';

/** The code of the newest link to this address in the mails of DATA_DIR, where no mail server is set. */
export async function codeInOutbox(dataDir: string, address: string): Promise<string> {
  let code = '';
  await eventually(() => {
    const folder = join(dataDir, 'outbox');
    const mails = readdirSync(folder)
      .toSorted()
      .map((name) => readMail(readFileSync(join(folder, name), 'utf8')))
      .filter((mail) => mail.includes(`To: ${address}`) && mail.includes('/autoLogin/'));
    code = codeIn(mails.at(-1) ?? '', '/autoLogin');
  });
  return code;
}
