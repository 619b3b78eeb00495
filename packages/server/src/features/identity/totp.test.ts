import { expect, it } from 'vitest';
import { createTotpSecret, findTotpStep, totpUri } from './totp.ts';

/**
 * The secret of the test vectors (RFC 6238, appendix B): the ASCII text '12345678901234567890' in
 * base32.
 */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

// The expected codes: the last six of the eight digits that RFC 6238, appendix B prints for SHA-1.
it.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
  [20_000_000_000, '353130', 666_666_666],
])('accepts the code of RFC 6238 at %d s', (seconds, code, step) => {
  expect(findTotpStep(RFC_SECRET, code, seconds * 1000)).toBe(step);
});

it('accepts the code of the previous and the next step, and no other', () => {
  const stepAt = (seconds: number) => findTotpStep(RFC_SECRET, '081804', seconds * 1000);
  const first = 37_037_036 * 30;
  expect([-31, -30, 0, 29, 30, 59, 60].map((offset) => stepAt(first + offset))).toEqual([
    undefined,
    37_037_036,
    37_037_036,
    37_037_036,
    37_037_036,
    37_037_036,
    undefined,
  ]);
});

it.each(['', '08180', '0818040', ' 81804', '08180a', '０８１８０４'])('refuses %j', (code) => {
  expect(findTotpStep(RFC_SECRET, code, 1_111_111_109_000)).toBeUndefined();
});

it('creates 160 random bits and the URI that apps read', () => {
  const secret = createTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(createTotpSecret()).not.toBe(secret);
  const uri = new URL(totpUri(secret, { issuer: 'Müller & Söhne', label: 'a@example.com' }));
  expect(uri.protocol + uri.host).toBe('otpauth:totp');
  expect(decodeURIComponent(uri.pathname)).toBe('/Müller & Söhne:a@example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Müller & Söhne',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
