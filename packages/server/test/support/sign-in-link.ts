// The link that the program mails to a customer who is let in without password.
import { eventually } from './eventually.ts';
import { readMail } from './mail-server.ts';
import { codeIn } from './mailbox.ts';
import { readOutbox } from './outbox.ts';

/** The code of the newest link to this address in the mails of DATA_DIR, where no mail server is set. */
export async function codeInOutbox(dataDir: string, address: string): Promise<string> {
  let code = '';
  await eventually(async () => {
    const mails = (await readOutbox(dataDir))
      .map(readMail)
      .filter((mail) => mail.includes(`To: ${address}`) && mail.includes('/autoLogin/'));
    code = codeIn(mails.at(-1) ?? '', '/autoLogin');
  });
  return code;
}
