// Whoever receives webhooks: a server that keeps what came and answers as a test wants.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

type Status = number | undefined;

export type Receiver = {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** How the next ones are answered, or each by what came; undefined never answers. */
  answer(
    status: Status | ((one: Received) => Status),
    headers?: Readonly<Record<string, string>>,
  ): void;
  close(): void;
};

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answered: Status | ((one: Received) => Status) = 204;
  let headers: Readonly<Record<string, string>> = {};
  const reply = (one: Received, response: ServerResponse): void => {
    const status = typeof answered === 'function' ? answered(one) : answered;
    if (status !== undefined) response.writeHead(status, headers).end();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const one = { path: request.url ?? '', headers: request.headers, body };
      received.push(one);
      reply(one, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    answer: (status, sent = {}) => {
      answered = status;
      headers = sent;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
