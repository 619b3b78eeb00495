// A provider of sanctions screening that answers by the last name. It rejects requests without a valid
// signature (Standard Webhooks), and fails on request.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ScreenedPerson = {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly birth_date: string | null;
  readonly country: string | null;
};

export type ScreeningProviderServer = {
  readonly url: string;
  /** The secret that requests must be signed with. */
  readonly secret: string;
  /** Everybody who was asked about, oldest first. */
  readonly asked: readonly ScreenedPerson[];
  /** Sets the answer about a last name; everybody else is clear. */
  answer(lastName: string, result: string): void;
  /** Answers with this instead, whoever is asked about; undefined ends this. */
  failWith(failure: { readonly status: number; readonly body: string } | undefined): void;
  /** The number of requests so far, accepted or not. */
  requestCount(): number;
  close(): Promise<void>;
};

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export async function startScreeningProvider(): Promise<ScreeningProviderServer> {
  const asked: ScreenedPerson[] = [];
  const answers = new Map<string, string>();
  let failure: { readonly status: number; readonly body: string } | undefined;
  let requests = 0;
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests += 1;
    const body = await readBody(request);
    if (!isSigned(request, body)) return void response.writeHead(401).end();
    if (failure !== undefined) return void response.writeHead(failure.status).end(failure.body);
    const { customer } = JSON.parse(body) as { readonly customer: ScreenedPerson };
    asked.push(customer);
    const result = answers.get(customer.last_name) ?? 'clear';
    const answer = JSON.stringify({ result, reference: `CASE-${asked.length}` });
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  };
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/screen`,
    secret: SECRET,
    asked,
    answer: (lastName, result) => void answers.set(lastName, result),
    failWith: (next) => {
      failure = next;
    },
    requestCount: () => requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function isSigned({ headers }: IncomingMessage, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers;
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(`${String(id)}.${String(at)}.${body}`);
  const [wanted, given] = [`v1,${expected.digest('base64')}`, String(signature)].map((text) =>
    Buffer.from(text),
  );
  if (wanted === undefined || given === undefined) return false;
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
