// The virus scanner: a listener that speaks clamd's protocol stands in for it.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scanFile } from '#features/documents/scan-file.ts';
import { Outage } from '#platform/outage/outage.ts';
import { signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { image } from './sample-files.ts';

const COMMAND = 'zINSTREAM\0';

type Daemon = {
  readonly address: { readonly host: string; readonly port: number };
  /** What it does with the next files. */
  answer: 'clean' | 'infected' | 'error' | 'silence' | 'end';
  readonly received: Buffer[];
  close(): void;
};

describeOnDatabase('the virus scanner', (database) => {
  let daemon: Daemon;
  let server: TestServer;
  beforeAll(async () => {
    daemon = await startDaemon();
    const { host, port } = daemon.address;
    server = await startServer({
      database,
      environment: { VIRUS_SCANNER: `${host}:${port}` },
    });
  });
  afterAll(async () => {
    await server.stop();
    daemon.close();
  });

  const upload = async (token: string) => {
    const body = new FormData();
    body.append('files', image());
    body.append('type', 'passport');
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${server.url}/api/accounts/upload`, {
      method: 'POST',
      headers,
      body,
    });
    return { ...((await response.json()) as object), status: response.status };
  };

  it('receives the complete file in chunks, and decides about it', async () => {
    const content = Buffer.alloc(200_000, 'x');
    daemon.answer = 'clean';
    expect(await scanFile(daemon.address, content)).toBe('clean');
    expect(daemon.received.at(-1)?.equals(content)).toBe(true);
    daemon.answer = 'infected';
    expect(await scanFile(daemon.address, content)).toBe('infected');
  });

  it.each(['error', 'end', 'silence'] as const)(
    'causes an outage on %s, so that no unscanned file is accepted',
    async (answer) => {
      daemon.answer = answer;
      const scanned = scanFile(daemon.address, Buffer.from('x'), 200);
      await expect(scanned).rejects.toThrow(Outage);
    },
  );

  it('rejects malware with an audit entry, and accepts a clean file', async () => {
    const { access_token: token, user } = await signUp(server, 'scanned@example.com');
    daemon.answer = 'infected';
    expect(await upload(token)).toMatchObject({ status: 422, code: 'file-infected' });
    const stored = await server.query('select id from documents where customer_id = $1', [user.id]);
    expect(stored).toEqual([]);
    const recorded = await server.query(
      `select action from audit_events where actor = $1 and action = 'document.infected'`,
      [`customer:${user.id}`],
    );
    expect(recorded).toHaveLength(1);
    daemon.answer = 'end';
    expect(await upload(token)).toMatchObject({ status: 503 });
    daemon.answer = 'clean';
    expect(await upload(token)).toMatchObject({ status: 200 });
  });
});

async function startDaemon(): Promise<Daemon> {
  const received: Buffer[] = [];
  const server: Server = createServer((socket) => void serve(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const daemon: Daemon = {
    address: { host: '127.0.0.1', port },
    answer: 'clean',
    received,
    close: () => server.close(),
  };
  const serve = async (socket: Socket): Promise<void> => {
    socket.on('error', () => undefined);
    let bytes = Buffer.alloc(0);
    for await (const chunk of socket) {
      bytes = Buffer.concat([bytes, chunk as Buffer]);
      const file = fileIn(bytes);
      if (file === undefined) continue;
      received.push(file);
      if (daemon.answer === 'silence') continue;
      reply(socket, daemon.answer);
      return;
    }
  };
  return daemon;
}

/** The file, once its empty chunk has come. */
function fileIn(bytes: Buffer): Buffer | undefined {
  expect(bytes.toString('latin1', 0, COMMAND.length)).toBe(COMMAND.slice(0, bytes.length));
  const parts: Buffer[] = [];
  let at = COMMAND.length;
  while (at + 4 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

function reply(socket: Socket, answer: Daemon['answer']): void {
  if (answer === 'clean') socket.end('stream: OK\0');
  if (answer === 'infected') socket.end('stream: Eicar-Signature FOUND\0');
  if (answer === 'error') socket.end('INSTREAM size limit exceeded. ERROR\0');
  if (answer === 'end') socket.destroy();
}
