import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Outage } from '#platform/outage/outage.ts';
import { expect, it } from 'vitest';
import { callProvider, NotSent } from './call-provider.ts';

const KEY = 'a-secret-key';

async function withServer<Result>(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${KEY}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const call = (url: string) =>
  ({ method: 'POST', url, headers: { authorization: KEY }, body: KEY }) as const;

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  return expect.fail('it failed');
}

it('returns status and body, whatever the status', async () => {
  await withServer(
    (_, response) => response.writeHead(418).end('short'),
    async (url) => expect(await callProvider(call(url))).toEqual({ status: 418, body: 'short' }),
  );
});

it.each([
  [
    'redirects',
    (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(302, { location: '/' }).end(),
  ],
  [
    'sends too much',
    (_: IncomingMessage, response: ServerResponse) => response.end('x'.repeat(1_000_001)),
  ],
  ['hangs up', (request: IncomingMessage) => request.socket.destroy()],
])('fails without a word of what was sent when the provider %s', async (_, answer) => {
  const error = await withServer(answer, async (url) => await failureOf(callProvider(call(url))));
  expect(error).toBeInstanceOf(Outage);
  expect(error).not.toBeInstanceOf(NotSent);
  expect(`${error.message} ${String(error.cause)} ${error.stack}`).not.toContain(KEY);
});

it('ends when its caller aborts', async () => {
  const error = await withServer(
    () => undefined,
    async (url) => await failureOf(callProvider(call(url), AbortSignal.timeout(50))),
  );
  expect(error).toBeInstanceOf(Outage);
});

it('reports when a call certainly had no effect', async () => {
  const url = await withServer(
    () => undefined,
    async (gone) => gone,
  );
  expect(await failureOf(callProvider(call(url)))).toBeInstanceOf(NotSent);
});

it('calls without TLS only on this machine', async () => {
  const error = await failureOf(callProvider(call('http://provider.invalid/')));
  expect(error.message).toContain('TLS');
});
