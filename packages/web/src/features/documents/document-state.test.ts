import { expect, it } from 'vitest';
import { canUpload, fileProblem, findDocumentState, findExpiry } from './document-state.ts';

const NONE = {
  doc_passport: null,
  doc_address: null,
  doc_funding_front: null,
  doc_funding_back: null,
};
const NOW = Date.parse('2026-11-28T12:00:00Z');
const state = (status: number) =>
  JSON.stringify({ status, note: 'Too dark', updated: '2026-11-20' });

it('reads no document as one that waits to be uploaded [e-user-doc-null]', () => {
  expect(findDocumentState(NONE, 'passport')).toBeUndefined();
  expect(canUpload(undefined, NOW)).toBe(true);
});

it.each([
  [1, false],
  [2, false],
  [3, true],
])('requires another file at status %i: %s', (status, wanted) => {
  const found = findDocumentState({ ...NONE, doc_funding_back: state(status) }, 'funding-back');
  expect(found?.status).toBe(status);
  expect(canUpload(found, NOW)).toBe(wanted);
});

it.each([
  ['2026-11-27', 'expired'],
  ['2026-11-28', 'due'],
  ['2026-12-28', 'due'],
  ['2026-12-29', undefined],
])('lets the customer replace a document that is valid until %s: %s', (day, expiry) => {
  const approved = { status: 2, note: '', updated: '2026-01-01', expires_on: day } as const;
  expect(findExpiry(approved, NOW)).toBe(expiry);
  expect(canUpload(approved, NOW)).toBe(expiry !== undefined);
});

it('ignores unreadable values', () => {
  expect(findDocumentState({ ...NONE, doc_address: '{' }, 'address')).toBeUndefined();
  expect(findDocumentState({ ...NONE, doc_address: state(7) }, 'address')).toBeUndefined();
});

it.each([
  ['a.jpg', 1, undefined],
  ['a.JPEG', 2 * 1024 * 1024, undefined],
  ['a.pdf', 2 * 1024 * 1024 + 1, 'size'],
  ['a.png', 1, 'type'],
  ['a.jpg.heic', 1, 'type'],
  ['jpg', 1, 'type'],
])('judges the file %s of %i bytes: %s [v-doc-types] [v-doc-size]', (name, size, problem) => {
  expect(fileProblem({ name, size })).toBe(problem);
});
