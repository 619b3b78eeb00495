import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteOutage } from './note-outage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('logs the first outage with its stack and counts the others', () => {
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line) };
  const err = new Error('The database is away.');
  for (let at = 0; at < 1_000; at += 1) noteOutage(log, { err }, 'a request met an outage');
  expect(lines).toEqual([[{ err }, 'a request met an outage']]);
  vi.advanceTimersByTime(10_000);
  expect(lines[1]).toEqual([
    { outage: 'The database is away.', count: 999 },
    'further requests met the same outage',
  ]);
  noteOutage(log, { err }, 'a request met an outage');
  expect(lines).toHaveLength(3);
});

it('counts different outages separately, up to a limit', () => {
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line) };
  for (let at = 0; at < 100; at += 1) noteOutage(log, { err: new Error(`outage ${at}`) }, 'met');
  expect(lines).toHaveLength(21);
});
