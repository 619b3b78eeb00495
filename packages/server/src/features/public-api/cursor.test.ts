import { expect, it } from 'vitest';
import { readCursor, toCursor } from './cursor.ts';

it.each(['4711', 'D4K7Q2M9X1B5T8V3N6Z'])('decodes the id %s', (id) => {
  expect(toCursor(id)).toMatch(/^[\w-]+$/);
  expect(readCursor(toCursor(id))).toBe(id);
});

it.each(['', '!', 'AA', '____', 'NDcxMQ=='])('rejects %j', (cursor) => {
  expect(readCursor(cursor)).toBeUndefined();
});
