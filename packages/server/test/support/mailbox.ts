// What the mail server took for one address.
import { eventually } from './eventually.ts';
import { readMail, type TestMailServer } from './mail-server.ts';

/** Waits for a mail with this subject to this address; gives the newest one's text. */
export async function mailTo(
  server: TestMailServer,
  address: string,
  subject: string,
): Promise<string> {
  let found: string | undefined;
  await eventually(() => {
    found = listMails(server, address).findLast((mail) => mail.includes(`Subject: ${subject}`));
    if (found === undefined) throw new Error(`no mail "${subject}" to ${address}`);
  });
  return found ?? '';
}

/** All to this address, oldest first. */
export function listMails(server: TestMailServer, address: string): readonly string[] {
  return server.mails.map(readMail).filter((mail) => mail.includes(`To: ${address}`));
}

/** The code at the end of the link below this path. */
export function codeIn(mail: string, path: string): string {
  const code = new RegExp(`${path}/([\\w-]{43})`).exec(mail)?.[1];
  if (code === undefined) throw new Error(`no link to ${path} in: ${mail}`);
  return code;
}
