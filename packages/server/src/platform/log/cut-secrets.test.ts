import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutSecrets } from './cut-secrets.ts';
import { createLog } from './log.ts';

const TOKEN = 'kJ3-x_9aB7cD1eF5gH2iJ4kL6mN8oP0qR-sT_uV3wX1';
const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

it.each([
  ['an address with a query', `GET /api/get/assets?token=short-one&x=1 failed`, 'short-one'],
  ['an escaped query', 'next=%2Fplatform%3Ftoken%3Dshort-one', 'short-one'],
  ['a path', `no page at /password/reset/${TOKEN}`, TOKEN],
  ['a header', `header Authorization: Bearer ${TOKEN.slice(0, 20)}`, TOKEN.slice(0, 20)],
  ['what a database quotes', `invalid input syntax for type bigint: "${TOKEN}"`, TOKEN],
  ['what a parser quotes', `Unexpected token 'k', "${TOKEN}" is not valid JSON`, TOKEN],
  ['deep JSON', `{"a":{"b":{"c":{"new_password":"hush \\"hush"}}}}`, 'hush'],
  ['an address with a password', 'postgres://halyard:hush@db.example:5432/halyard', 'hush'],
  ['a word that is stuck to it', `x_${TOKEN}`, TOKEN],
  ['an escaped path', `next=%2FautoLogin%2F${TOKEN}%3Fx`, TOKEN],
  ['the beginning of a line in JSON', JSON.stringify({ text: `a\n${TOKEN}\u001b${TOKEN}` }), TOKEN],
  ['a signed token', `x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl y`, 'eyJzdWIiOiIxIn0'],
])('removes a token from %s', (_where, text, secret) => {
  expect(cutSecrets(text)).not.toContain(secret);
  expect(cutSecrets(text)).toContain('[cut]');
});

it.each([
  ['a request id', randomUUID()],
  ['a hash in hex', 'a'.repeat(10) + '0123456789abcdef'.repeat(3)],
  [
    'a name of a file',
    'node:internal/modules/the-default-database-is-a-postgresql-that-runs.ts:12:3',
  ],
  ['an address', 'Halyard answers at http://127.0.0.1:3000/platform?symbol=BTCUSD'],
  ['an email', 'to somebody@example.com'],
])('does not change %s', (_what, text) => {
  expect(cutSecrets(text)).toBe(text);
});

it('finds nearly every possible token, whatever surrounds it', () => {
  let missed = 0;
  fc.assert(
    fc.property(bytes, fc.constantFrom(' ', '"', '/', '=', '.', ':'), (random, around) => {
      const token = Buffer.from(random).toString('base64url');
      if (cutSecrets(`x${around}${token}${around}y`).includes(token)) missed += 1;
    }),
    { numRuns: 2_000, seed: 7 },
  );
  // A few misses are expected, because fast-check prefers zeros, which a random token seldom has.
  expect(missed).toBeLessThan(400);
  for (let count = 0; count < 2_000; count += 1) {
    const token = randomBytes(32).toString('base64url');
    expect(cutSecrets(`"${token}"`)).toBe('"[cut]"');
  }
});

it('keeps JSON valid, whatever is removed', () => {
  const piece = fc.constantFrom(
    'token=',
    '%3D',
    '\n',
    '\u001b',
    'Bearer ',
    TOKEN,
    '"',
    '\\',
    'x',
    '://',
    '@',
    ' ',
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.dictionary(text, text), (entry) => {
      expect(() => JSON.parse(cutSecrets(JSON.stringify(entry)))).not.toThrow();
    }),
  );
});

it.each(['a.', 'eyJ-', 'token', 'Bearer ', '://', '"token":"', 'aA-'])(
  'finishes on very long input of %j',
  (piece) => {
    const text = piece.repeat(200_000);
    expect(typeof cutSecrets(text)).toBe('string');
  },
);

it('removes tokens from every position of a log line', () => {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const cause = new Error(`duplicate key (token)=(${TOKEN})`);
  log.error({ err: new Error(`at /login/${TOKEN}`, { cause }), requestId: TOKEN }, `of ${TOKEN}`);
  log.info({ a: { b: { c: { d: [TOKEN] } } }, [TOKEN]: 1 });
  expect(lines).toHaveLength(2);
  expect(lines.join('')).not.toContain(TOKEN);
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
});
