// The first load of data that every signed-in page needs. An error reply counts at once; a missing
// reply is retried START_TRIES times within START_WITHIN_MS. Then the caller signs the customer
// out.
import type { CallResult } from './call.ts';

const START_TRIES = 3;
const START_WITHIN_MS = 7_000;
const SLOT_MS = Math.floor(START_WITHIN_MS / START_TRIES);

export type StartClock = {
  readonly now: () => number;
  readonly wait: (durationMs: number) => Promise<void>;
};

/**
 * Repeats the attempt, each in a time slot of equal length, until it gets an answer from the
 * server.
 */
export async function callAtStart<Data>(
  attempt: (timeoutMs: number) => Promise<CallResult<Data>>,
  clock: StartClock,
): Promise<CallResult<Data>> {
  const startedAtMs = clock.now();
  for (let slot = 1; ; slot += 1) {
    const slotEndsAtMs = startedAtMs + slot * SLOT_MS;
    const result = await attempt(Math.max(1, slotEndsAtMs - clock.now()));
    if (!isSilence(result) || slot === START_TRIES) return result;
    await clock.wait(Math.max(0, slotEndsAtMs - clock.now()));
  }
}

function isSilence(result: CallResult<unknown>): boolean {
  if (result.kind === 'failure') return result.reason !== 'aborted';
  return result.kind === 'refusal' && (result.status >= 500 || result.code === 'too-many');
}
