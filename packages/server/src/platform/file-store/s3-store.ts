// Files in a bucket of an S3-compatible store, one object each: FOLDER/NAME. A file that is set aside
// has a second, empty object, FOLDER.aside/NAME.TIME, because an object's time can't be set.
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@halyard/core/time';
import { systemClock } from '#platform/clock/clock.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { FileStore } from './store.ts';
import { readPage } from './list-objects.ts';
import type { ListedObject } from './list-objects.ts';
import { signRequest } from './sign-request.ts';
import type { S3Key } from './sign-request.ts';
import { assertStoredName, isStoredName } from './stored-name.ts';

export type S3Settings = S3Key & {
  /** The address of the store, such as https://s3.eu-central-1.amazonaws.com. */
  readonly endpoint: string;
  readonly bucket: string;
};

const ATTEMPTS_MAX = 3;
const RETRY_MS = 200;
/** The time limit of an attempt, the body included. */
const TIMEOUT_MS = 20 * SECOND_MS;
/** The largest file: more than an encrypted document and a part of an export. */
const BYTES_MAX = 64 * 1024 * 1024;
const PAGES_MAX = 10_000;

type Asked = {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  readonly path: string;
  readonly body?: Uint8Array;
};
type Reply = { readonly status: number; readonly body: Buffer };

export function createS3Store(settings: S3Settings): FileStore {
  const { endpoint, bucket } = settings;
  const root = `${endpoint.replace(/\/$/, '')}/${bucket}`;
  const ask = async (asked: Asked): Promise<Reply> => await askRepeatedly(settings, root, asked);
  const list = async (prefix: string): Promise<readonly ListedObject[]> => {
    const found: ListedObject[] = [];
    let next: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const query = new URLSearchParams({ 'list-type': '2', prefix });
      if (next !== undefined) query.set('continuation-token', next);
      const { body } = expectDone(await ask({ method: 'GET', path: `?${query.toString()}` }));
      const read = readPage(body.toString());
      found.push(...read.objects);
      next = read.next;
      if (next === undefined) return found;
    }
    throw new Error('The bucket of the files has too many objects');
  };
  const removeObject = async (path: string): Promise<void> => {
    const reply = await ask({ method: 'DELETE', path });
    if (reply.status !== 404) expectDone(reply);
  };
  return {
    write: async (folder, name, content) => {
      if (content.length > BYTES_MAX) throw new Error('A file is too large for the store');
      expectDone(await ask({ method: 'PUT', path: pathOf(folder, name), body: content }));
    },
    read: async (folder, name) => {
      const reply = await ask({ method: 'GET', path: pathOf(folder, name) });
      if (reply.status === 404) throw new Error(`The store has no file ${folder}/${name}`);
      return expectDone(reply).body;
    },
    has: async (folder, name) => {
      const reply = await ask({ method: 'HEAD', path: pathOf(folder, name) });
      return reply.status !== 404 && expectDone(reply).status < 300;
    },
    remove: async (folder, name) => {
      await removeObject(pathOf(folder, name));
      for (const { key } of await list(`${folder}.aside/${name}.`)) await removeObject(`/${key}`);
    },
    setAsideUntil: async (folder, name, untilMs) => {
      const path = pathOf(`${folder}.aside`, `${name}.${untilMs}`);
      expectDone(await ask({ method: 'PUT', path, body: new Uint8Array() }));
    },
    listNamesBefore: async (folder, beforeMs) => {
      const aside = (await list(`${folder}.aside/`)).map(({ key }) =>
        key.slice(`${folder}.aside/`.length),
      );
      const laterNames = new Set(
        aside
          .filter((text) => Number(text.slice(text.lastIndexOf('.') + 1)) >= beforeMs)
          .map((text) => text.slice(0, text.lastIndexOf('.'))),
      );
      return (await list(`${folder}/`))
        .filter(({ modifiedAtMs }) => modifiedAtMs < beforeMs)
        .map(({ key }) => key.slice(folder.length + 1))
        .filter((name) => isStoredName(name) && !laterNames.has(name));
    },
  };
}

function pathOf(folder: string, name: string): string {
  assertStoredName(folder, name);
  return `/${folder}/${name}`;
}

/** Throws an Outage for a reply that says neither success nor that there is no such file. */
function expectDone(reply: Reply): Reply {
  if (reply.status >= 200 && reply.status < 300) return reply;
  throw new Outage('files', `The store of the files answers with status ${reply.status}.`);
}

async function askRepeatedly(key: S3Key, root: string, asked: Asked): Promise<Reply> {
  let failure: unknown;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    if (attempt > 0) await sleep(RETRY_MS * 2 ** attempt);
    try {
      const reply = await askOnce(key, root, asked);
      if (reply.status < 500 && reply.status !== 429) return reply;
      failure = new Error(`status ${reply.status}`);
    } catch (error) {
      failure = error;
    }
  }
  throw new Outage('files', 'The store of the files does not answer.', { cause: failure });
}

/** The body is hashed and signed, so that the store rejects a changed one. */
async function askOnce(key: S3Key, root: string, { method, path, body }: Asked): Promise<Reply> {
  const url = new URL(`${root}${path}`);
  const headers: Record<string, string> =
    body === undefined ? {} : { 'content-type': 'application/octet-stream' };
  const request = { method, url, headers, ...(body === undefined ? {} : { body }) };
  const response = await fetch(url, {
    method,
    headers: signRequest(key, request, systemClock.nowMs()),
    ...(body === undefined ? {} : { body: Uint8Array.from(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  return { status: response.status, body: await readBody(response) };
}

async function readBody({ body }: Response): Promise<Buffer> {
  if (body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > BYTES_MAX) throw new Error('A reply of the store is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
