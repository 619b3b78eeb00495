// Identifies the sender of a push message: VAPID, RFC 8292. A push service accepts messages for a
// subscription only with the signature of the key that the browser subscribed with.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { HOUR_MS, SECOND_MS } from '@halyard/core/time';

/** RFC 8292 permits 24 hours; half of it leaves room for a wrong clock of the push service. */
const TOKEN_LIFE_MS = 12 * HOUR_MS;

export type PushKeys = {
  /** The uncompressed point in base64url. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
};

/** Creates a key pair. `secret` is the private number in base64url, which must stay secret. */
export function createKeyPair(): { readonly publicKey: string; readonly secret: string } {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  });
  const { x = '', y = '', d = '' } = jwk;
  const point = Buffer.concat([Buffer.of(0x04), decode(x), decode(y)]);
  return { publicKey: point.toString('base64url'), secret: d };
}

export function readKeyPair(publicKey: string, secret: string): PushKeys {
  const point = decode(publicKey);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  );
  const key = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: secret };
  return { publicKey, privateKey: createPrivateKey({ format: 'jwk', key }) };
}

/** Returns the header `authorization` of a request to a push service. */
export function authorizationOf(
  { publicKey, privateKey }: PushKeys,
  request: { readonly endpoint: string; readonly contact: string; readonly nowMs: number },
): string {
  const claims = {
    aud: new URL(request.endpoint).origin,
    exp: Math.floor((request.nowMs + TOKEN_LIFE_MS) / SECOND_MS),
    sub: request.contact,
  };
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encode).join('.');
  // A JWT holds the two numbers of the signature side by side, not in DER.
  const signature = sign('sha256', Buffer.from(signed), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function decode(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}
