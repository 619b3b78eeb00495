import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { toLoggedId, toRequestId } from './request-id.ts';

const OWN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

it.each([randomUUID(), 'my-request-17', '0af7651916cd43dd8448eb211c80319c', 'a.b_c-1234'])(
  'keeps %s',
  (id) => {
    expect(toRequestId(id)).toBe(id);
    expect(toLoggedId(id)).toBe(id);
  },
);

it.each([
  ['a token', randomBytes(32).toString('base64url')],
  ['half a token and more', 'x'.repeat(37)],
  ['what is too short', 'abc'],
  ['an address', '/api/get/assets?token=abc'],
  ['a line break', 'abcdefgh\nlevel'],
  ['markup', '<script>alert(1)</script>'],
])('replaces %s by a generated id', (_what, id) => {
  expect(toRequestId(id)).toMatch(OWN);
  expect(toLoggedId(id)).toBe('[not shown]');
});

it('generates an id if none or several were sent', () => {
  expect(toRequestId(undefined)).toMatch(OWN);
  expect(toRequestId(['my-request-17', 'my-request-18'])).toMatch(OWN);
});
