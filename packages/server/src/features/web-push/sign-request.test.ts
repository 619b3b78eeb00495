import { createPublicKey, verify } from 'node:crypto';
import { HOUR_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import { authorizationOf, createKeyPair, readKeyPair } from './sign-request.ts';

it('signs for the origin of the push service, for twelve hours, with the published key', () => {
  const { publicKey, secret } = createKeyPair();
  const nowMs = Date.UTC(2026, 0, 5);
  const header = authorizationOf(readKeyPair(publicKey, secret), {
    endpoint: 'https://push.example:8443/send/abc',
    contact: 'mailto:desk@broker.example',
    nowMs,
  });
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(key).toBe(publicKey);
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(read(head)).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(read(claims)).toEqual({
    aud: 'https://push.example:8443',
    exp: (nowMs + 12 * HOUR_MS) / 1000,
    sub: 'mailto:desk@broker.example',
  });
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) =>
    one.toString('base64url'),
  );
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const verified = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(verified).toBe(true);
});
