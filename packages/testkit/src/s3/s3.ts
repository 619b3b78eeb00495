// An S3-compatible store in memory. It checks each signature (AWS Signature Version 4) by itself,
// with the hash of the body, and fails on request.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type S3ServerOptions = {
  readonly bucket: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
  /** How many keys a page of a list has; 1000 if absent. */
  readonly pageLength?: number;
};

export type S3Server = {
  readonly url: string;
  /** The keys of all objects. */
  keys(): readonly string[];
  content(key: string): Buffer | undefined;
  /** Answers so many requests with this status. */
  failNext(count: number, status: number): void;
  /** The number of requests so far. */
  requestCount(): number;
  close(): Promise<void>;
};

type StoredObject = { readonly content: Buffer; readonly modifiedAtMs: number };
type Answer = { readonly status: number; readonly body?: Buffer | string };

const PAGE_LENGTH = 1000;
const CLOCK_SKEW_MAX_MS = 15 * 60_000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([\da-f]{64})$/;
const AMZ_DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

export async function startS3Server(options: S3ServerOptions): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  let requests = 0;
  let failing = { count: 0, status: 500 };
  const server = createServer((request, response) => {
    requests += 1;
    if (failing.count > 0) {
      failing = { ...failing, count: failing.count - 1 };
      send(response, { status: failing.status });
      return;
    }
    void readAll(request).then((body) => {
      const isSigned = verify(options, request, body);
      send(response, isSigned ? answer(options, objects, { request, body }) : { status: 403 });
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    keys: () => [...objects.keys()].toSorted(),
    content: (key) => objects.get(key)?.content,
    failNext: (count, status) => {
      failing = { count, status };
    },
    requestCount: () => requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(
  options: S3ServerOptions,
  objects: Map<string, StoredObject>,
  { request, body }: { readonly request: IncomingMessage; readonly body: Buffer },
): Answer {
  const url = new URL(request.url ?? '/', 'http://store');
  const [, bucket, ...rest] = url.pathname.split('/');
  if (bucket !== options.bucket) return { status: 404 };
  const key = rest.map(decodeURIComponent).join('/');
  if (key === '') return { status: 200, body: listPage(options, objects, url.searchParams) };
  if (request.method === 'PUT') {
    objects.set(key, { content: body, modifiedAtMs: Date.now() });
    return { status: 200 };
  }
  const found = objects.get(key);
  if (request.method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  return found === undefined ? { status: 404 } : { status: 200, body: found.content };
}

function listPage(
  { pageLength = PAGE_LENGTH }: S3ServerOptions,
  objects: ReadonlyMap<string, StoredObject>,
  query: URLSearchParams,
): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && key > after)
    .toSorted();
  const page = keys.slice(0, pageLength);
  const isCut = keys.length > page.length;
  const contents = page.map((key) => {
    const modified = new Date(objects.get(key)?.modifiedAtMs ?? 0).toISOString();
    return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified></Contents>`;
  });
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`;
}

function verify(options: S3ServerOptions, request: IncomingMessage, body: Buffer): boolean {
  const [, keyId, day, region, names = '', signature = ''] =
    AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  const header = (name: string): string => String(request.headers[name] ?? '');
  const date = header('x-amz-date');
  const isOwn = keyId === options.keyId && region === options.region && date.startsWith(`${day}T`);
  const sentAtMs = Date.parse(date.replace(AMZ_DATE, '$1-$2-$3T$4:$5:$6Z'));
  if (!isOwn || !(Math.abs(Date.now() - sentAtMs) < CLOCK_SKEW_MAX_MS)) return false;
  if (header('x-amz-content-sha256') !== sha256(body)) return false;
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) {
    return false;
  }
  const url = new URL(request.url ?? '/', 'http://store');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const headers = signed.map((name) => `${name}:${header(name).trim()}\n`).join('');
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers,
    names,
    header('x-amz-content-sha256'),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [region ?? '', 's3', 'aws4_request'].reduce<Buffer>(
    (last, part) => hmac(last, part),
    hmac(Buffer.from(`AWS4${options.secret}`), day ?? ''),
  );
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'));
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, body = '' }: Answer): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
