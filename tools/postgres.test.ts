import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { askPostgres } from './postgres.mjs';

let server: Server | undefined;
afterEach(() => server?.close());

async function serverAnswering(answer: Buffer): Promise<string> {
  server = createServer((socket) => {
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`;
}

function authentication(kind: number): Buffer {
  const message = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
  message.writeInt32BE(kind, 5);
  return message;
}

it('is open if the user connects without a password', async () => {
  expect(await askPostgres(await serverAnswering(authentication(0)))).toBe('open');
});

it('is locked if a password is required or the user is rejected', async () => {
  expect(await askPostgres(await serverAnswering(authentication(10)))).toBe('locked');
  server?.close();
  expect(await askPostgres(await serverAnswering(Buffer.from('E no such user')))).toBe('locked');
});

it('is silent when something else answers, or hangs up', async () => {
  expect(await askPostgres(await serverAnswering(Buffer.from('HTTP/1.1 400\r\n')))).toBe('silent');
  server?.close();
  expect(await askPostgres(await serverAnswering(Buffer.alloc(0)))).toBe('silent');
});

it('is silent when nothing listens', async () => {
  const url = await serverAnswering(Buffer.alloc(0));
  server?.close();
  server = undefined;
  expect(await askPostgres(url)).toBe('silent');
});
