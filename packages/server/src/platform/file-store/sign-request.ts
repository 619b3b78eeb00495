// AWS Signature Version 4 for requests to S3, with the hash of the body:
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
import { createHash, createHmac } from 'node:crypto';

export type S3Key = { readonly region: string; readonly keyId: string; readonly secret: string };

export type S3Request = {
  readonly method: string;
  readonly url: URL;
  /** Further headers to sign, with lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
};

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SERVICE = 's3';

/** Returns the headers of a request, `host` excepted, which is signed too. */
export function signRequest(
  { region, keyId, secret }: S3Key,
  { method, url, headers = {}, body = new Uint8Array() }: S3Request,
  nowMs: number,
): Record<string, string> {
  const date = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = date.slice(0, 'YYYYMMDD'.length);
  const bodyHash = sha256(body);
  const sent = { ...headers, 'x-amz-content-sha256': bodyHash, 'x-amz-date': date };
  const signed = Object.entries({ ...sent, host: url.host }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...signed.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    bodyHash,
  ].join('\n');
  const scope = [day, region, SERVICE, 'aws4_request'];
  const text = [ALGORITHM, date, scope.join('/'), sha256(canonical)].join('\n');
  const key = scope.reduce<Buffer>(hmac, Buffer.from(`AWS4${secret}`));
  const signature = hmac(key, text).toString('hex');
  const credential = `${keyId}/${scope.join('/')}`;
  return {
    ...sent,
    authorization: `${ALGORITHM} Credential=${credential},SignedHeaders=${names},Signature=${signature}`,
  };
}

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('&');
}

/** Encodes everything except A–Z, a–z, 0–9, hyphen, dot, underscore and tilde. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
