// A mail server that takes every mail and keeps it, or refuses all while told to. It knows no
// address at unknown.example, and says so as servers do.
import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

export type TestMailServer = {
  readonly url: string;
  readonly port: number;
  readonly mails: readonly string[];
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
};

/** PEM. */
export type Identity = { readonly key: string; readonly cert: string };

/** With an identity it offers STARTTLS. */
export async function startMailServer(identity?: Identity): Promise<TestMailServer> {
  const mails: string[] = [];
  const sockets = new Set<Socket>();
  let isRefusing = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    const take = (mail: string): string => {
      if (!isRefusing) mails.push(mail);
      return isRefusing ? '451 later' : '250 taken';
    };
    socket.write('220 test\r\n');
    converse(socket, take, identity);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    refuse: (value) => {
      isRefusing = value;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A mail's text and headers as a reader sees them. */
export function readMail(mail: string): string {
  return mail
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

function converse(
  socket: Socket,
  take: (mail: string) => string,
  identity: Identity | undefined,
): void {
  let isData = false;
  let buffer = '';
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const answer = (line: string): void => {
    if (/^EHLO/i.test(line)) say(identity === undefined ? '250 test' : '250-test\r\n250 STARTTLS');
    else if (/^STARTTLS/i.test(line)) {
      if (identity === undefined) return say('502 not implemented');
      say('220 go');
      socket.removeAllListeners('data');
      converse(new TLSSocket(socket, { isServer: true, ...identity }), take, undefined);
    } else if (/^DATA/i.test(line)) {
      isData = true;
      say('354 go');
    } else if (/^QUIT/i.test(line)) {
      say('221 bye');
      socket.end();
    } else if (/^RCPT TO:<.*@unknown\.example>/i.test(line)) {
      const address = line.slice('RCPT TO:'.length);
      say(`550 5.1.1 ${address}: Recipient address rejected: User unknown`);
    } else say('250 ok');
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    buffer += chunk.toString();
    for (;;) {
      const end = isData ? buffer.indexOf('\r\n.\r\n') : buffer.indexOf('\r\n');
      if (end < 0) return;
      const text = buffer.slice(0, end);
      buffer = buffer.slice(end + (isData ? 5 : 2));
      if (isData) {
        isData = false;
        say(take(text));
      } else answer(text);
    }
  });
}
