import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import { useState } from 'react';
import { useNow } from '#data/market/use-now.ts';

/** An incorrect browser clock must not extend the wait; the server knows the time. */
const WAIT_MAX_MS = MINUTE_MS;

/** The seconds until a moment from the server, counted down to 0. */
export function useWait(until: string): number {
  const nowMs = useNow(SECOND_MS);
  const [seenAtMs] = useState(nowMs);
  const endMs = Math.min(Date.parse(until), seenAtMs + WAIT_MAX_MS);
  return Math.max(0, Math.ceil((endMs - nowMs) / SECOND_MS));
}
