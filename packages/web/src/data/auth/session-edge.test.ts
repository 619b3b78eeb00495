import { expect, it } from 'vitest';
import { hasEdge } from './session-edge.ts';

const EDGE_MS = Date.parse('2026-11-20T22:00:00Z');
const closing = {
  session: { open: true, next_open: null, next_close: '2026-11-20T22:00:00.000Z' },
};
const always = { session: { open: true, next_open: null, next_close: null } };

it('detects a session start or end between two checks, once', () => {
  expect(hasEdge([always, closing], EDGE_MS - 15_000, EDGE_MS - 1)).toBe(false);
  expect(hasEdge([always, closing], EDGE_MS - 1, EDGE_MS)).toBe(true);
  expect(hasEdge([always, closing], EDGE_MS, EDGE_MS + 15_000)).toBe(false);
  expect(hasEdge([always], 0, EDGE_MS)).toBe(false);
});
