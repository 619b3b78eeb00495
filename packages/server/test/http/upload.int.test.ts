import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineRoute } from '@halyard/contract/route';
import { tokenField } from '@halyard/contract/wire';
import { afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { bind, ok, type HttpOptions } from '#platform/http/http.ts';
import { startTestHttp, type TestHttp } from '../support/http-server.ts';

const BYTES_MAX = 1024;
const upload = defineRoute({
  method: 'POST',
  path: '/api/test/upload',
  summary: 'A test.',
  access: 'customer',
  rate: 'ordinary',
  file: {
    name: 'files',
    bytesMax: BYTES_MAX,
    unfit: 'file-not-supported',
    tooLarge: 'file-too-large',
  },
  body: z.strictObject(tokenField),
  reply: z.object({ bytes: z.number(), name: z.string() }),
  rejections: [],
});
const FORM_HEAD =
  '--b\r\nContent-Disposition: form-data; name="files"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
const FORM_END = '\r\n--b--\r\n';

let server: TestHttp | undefined;
afterEach(async () => {
  await server?.http.close();
  server = undefined;
});

async function start(options: Partial<HttpOptions> = {}): Promise<TestHttp> {
  server = await startTestHttp({
    routes: [
      bind(upload, async ({ file }) => {
        await sleep(HANDLED_AFTER_MS);
        return ok({ bytes: file.content.length, name: file.name });
      }),
    ],
    ...options,
  });
  return server;
}
const HANDLED_AFTER_MS = 20;

function headOf(token: string, more: string): string {
  return (
    `POST ${upload.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: multipart/form-data; boundary=b\r\n${more}\r\n`
  );
}

/** What comes back until the connection ends or stays silent, while the chunks are sent. */
async function converse(url: string, chunks: readonly string[], betweenMs = 0): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.once('close', () => resolve());
  socket.on('error', () => resolve());
  for (const chunk of chunks) {
    if (!socket.writable) break;
    socket.write(chunk);
    if (betweenMs > 0) await sleep(betweenMs);
  }
  await promise;
  return answer;
}

async function send(url: string, token: string, bytes: number): Promise<Response> {
  const body = new FormData();
  body.append('files', new File([new Uint8Array(bytes)], 'a.jpg'));
  const headers = { authorization: `Bearer ${token}` };
  return await fetch(`${url}${upload.path}`, { method: 'POST', headers, body });
}

it('passes a file of exactly the limit to the handler', async () => {
  const { url } = await start();
  const response = await send(url, 'customer-1', BYTES_MAX);
  expect(await response.json()).toMatchObject({ data: { bytes: BYTES_MAX, name: 'a.jpg' } });
});

it('lets the sender of a too large file finish and read the rejection', async () => {
  const { url } = await start();
  const total = 4 * 1024 * 1024;
  const answer = await converse(url, [
    headOf(
      'customer-1',
      `Connection: close\r\nContent-Length: ${FORM_HEAD.length + total + FORM_END.length}\r\n`,
    ),
    FORM_HEAD,
    ...Array.from({ length: 64 }, () => 'x'.repeat(total / 64)),
    FORM_END,
  ]);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('file-too-large');
});

it('closes a connection whose body does not end', async () => {
  const { url, logLines } = await start();
  const size = 256 * 1024;
  const chunk = `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
  const first = `${FORM_HEAD.length.toString(16)}\r\n${FORM_HEAD}\r\n`;
  await converse(
    url,
    [
      headOf('customer-1', 'Transfer-Encoding: chunked\r\n'),
      first,
      ...Array.from({ length: 400 }, () => chunk),
    ],
    1,
  );
  expect((await send(url, 'customer-1', 1)).status).toBe(200);
  expect(logLines.join('')).not.toContain('a request met a bug');
});

it('aborts a slow upload without delaying others', async () => {
  const { url, logLines } = await start({ requestTimeoutMs: 500 });
  const slow = converse(
    url,
    [
      headOf('customer-1', 'Content-Length: 900\r\n'),
      FORM_HEAD,
      ...Array.from({ length: 40 }, () => 'x'),
    ],
    100,
  );
  await sleep(150);
  expect((await send(url, 'customer-1', 1)).status).toBe(429);
  expect((await send(url, 'customer-2', 1)).status).toBe(200);
  expect(await slow).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect((await send(url, 'customer-1', 1)).status).toBe(200);
  expect(logLines.join('')).not.toContain('a request met a bug');
});

it('rejects a missing or foreign session before it reads the form', async () => {
  const { url } = await start();
  for (const [token, status] of [
    ['nobody', 401],
    ['staff-1', 403],
  ] as const) {
    const answer = await converse(url, [
      headOf(token, 'Connection: close\r\nContent-Length: 100000\r\n'),
    ]);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  }
});

it('accepts a token in the form like one in the header, and rejects two different ones', async () => {
  const { url } = await start();
  const sendWith = async (token: string, head?: string): Promise<number> => {
    const body = new FormData();
    body.append('files', new File(['x'], 'a.jpg'));
    body.append('token', token);
    const headers = head === undefined ? {} : { authorization: `Bearer ${head}` };
    return (await fetch(`${url}${upload.path}`, { method: 'POST', headers, body })).status;
  };
  expect(await sendWith('customer-1')).toBe(200);
  expect(await sendWith('nobody')).toBe(401);
  expect(await sendWith('affiliate-1')).toBe(403);
  expect(await sendWith('customer-1', 'customer-1')).toBe(200);
  expect(await sendWith('customer-1', 'customer-2')).toBe(422);
});

it.each([
  [
    'a prototype’s name as a field',
    `--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx${FORM_END}`,
  ],
  [
    'a prototype’s name as a file',
    `--b\r\nContent-Disposition: form-data; name="constructor"; filename="a.jpg"\r\n\r\nx${FORM_END}`,
  ],
  [
    'too many parts',
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(200) + '--b--\r\n',
  ],
  [
    'a very long field',
    `--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n${'x'.repeat(60_000)}${FORM_END}`,
  ],
  [
    'a field of broken JSON',
    `--b\r\nContent-Disposition: form-data; name="token"\r\nContent-Type: application/json\r\n\r\n{${FORM_END}`,
  ],
  ['no end', FORM_HEAD],
  ['nothing', ''],
  ['noise', 'x'.repeat(5_000)],
])('refuses a form with %s', async (_what, form) => {
  const { url, logLines } = await start();
  const answer = await converse(url, [
    headOf('customer-1', `Connection: close\r\nContent-Length: ${form.length}\r\n`),
    form,
  ]);
  expect(answer).toMatch(/^HTTP\/1\.1 (400|401|422) /);
  expect(logLines.join('')).not.toContain('a request met a bug');
  expect((await send(url, 'customer-1', 1)).status).toBe(200);
});
