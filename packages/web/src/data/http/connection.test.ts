import { beforeEach, expect, it } from 'vitest';
import type { CallResult } from './call.ts';
import { connection, noteResult } from './connection.ts';

const ANSWER: CallResult<string> = { kind: 'data', data: 'x' };

function rejection(status: number, code = 'x'): CallResult<string> {
  return { kind: 'refusal', code, status, message: '', errors: {}, facts: {}, requestId: '1' };
}

beforeEach(() => noteResult(ANSWER));

it.each(['network', 'timeout', 'malformed'] as const)(
  'reports the server as unreachable after a %s failure',
  (reason) => {
    noteResult({ kind: 'failure', reason });
    expect(connection.current()).toBe('silent');
    noteResult(ANSWER);
    expect(connection.current()).toBe('answering');
  },
);

it('reports the server as unreachable on an outage, not on an error', () => {
  noteResult(rejection(503));
  expect(connection.current()).toBe('silent');
  noteResult(rejection(401));
  expect(connection.current()).toBe('answering');
  noteResult(rejection(500));
  expect(connection.current()).toBe('answering');
});

it('reports the server as reachable when it says that a payment provider is not', () => {
  noteResult(rejection(503, 'provider-unavailable'));
  expect(connection.current()).toBe('answering');
});

it('ignores a call that the page aborted', () => {
  noteResult({ kind: 'failure', reason: 'aborted' });
  expect(connection.current()).toBe('answering');
  noteResult({ kind: 'failure', reason: 'network' });
  noteResult({ kind: 'failure', reason: 'aborted' });
  expect(connection.current()).toBe('silent');
});
