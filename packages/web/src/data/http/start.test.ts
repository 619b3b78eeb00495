import { MINUTE_MS } from '@halyard/core/time';
import { expect, it } from 'vitest';
import type { CallResult } from './call.ts';
import { callAtStart } from './start.ts';

const DATA: CallResult<string> = { kind: 'data', data: 'loaded' };
const NETWORK: CallResult<string> = { kind: 'failure', reason: 'network' };

function rejection(code: string, status: number): CallResult<string> {
  return {
    kind: 'refusal',
    code,
    status,
    message: '',
    errors: {},
    facts: {},
    requestId: undefined,
  };
}

/**
 * Runs a start whose attempts have these results; each takes `tookMs` of a clock that only they
 * advance.
 */
async function start(results: readonly CallResult<string>[], tookMs = 10) {
  let nowMs = 0;
  const tries: { readonly atMs: number; readonly timeoutMs: number }[] = [];
  const left = [...results];
  const attempt = async (timeoutMs: number): Promise<CallResult<string>> => {
    tries.push({ atMs: nowMs, timeoutMs });
    nowMs += Math.min(tookMs, timeoutMs);
    return left.shift() ?? NETWORK;
  };
  const wait = async (durationMs: number): Promise<void> => {
    nowMs += durationMs;
  };
  const result = await callAtStart(attempt, { now: () => nowMs, wait });
  return { result, tries, tookMs: nowMs };
}

it('returns the first reply without a retry', async () => {
  const { result, tries } = await start([DATA]);
  expect(result).toBe(DATA);
  expect(tries).toHaveLength(1);
});

it.each([
  ['session-ended', 401],
  ['blocked', 403],
])('does not retry the error %s [s-fail-account] [s-fail-assets]', async (code, status) => {
  const refused = rejection(code, status);
  const { result, tries } = await start([refused, DATA]);
  expect(result).toBe(refused);
  expect(tries).toHaveLength(1);
});

it.each([
  NETWORK,
  rejection('unavailable', 503),
  rejection('internal', 500),
  rejection('too-many', 429),
])('retries after %j', async (silence) => {
  const { result, tries } = await start([silence, silence, DATA]);
  expect(result).toBe(DATA);
  expect(tries).toHaveLength(3);
});

it('gives up after three tries within seven seconds', async () => {
  const quick = await start([NETWORK, NETWORK, NETWORK, DATA]);
  expect(quick.result).toBe(NETWORK);
  expect(quick.tries).toHaveLength(3);
  const slow = await start([], MINUTE_MS);
  expect(slow.tries).toHaveLength(3);
  expect(slow.tookMs).toBeLessThanOrEqual(7_000);
});

it('spreads the retries over the restart time of a server', async () => {
  const { tries } = await start([NETWORK, NETWORK, NETWORK]);
  expect(tries.map(({ atMs }) => atMs)).toEqual([0, 2_333, 4_666]);
});

it('does not retry when the page aborts', async () => {
  const { tries } = await start([{ kind: 'failure', reason: 'aborted' }]);
  expect(tries).toHaveLength(1);
});
