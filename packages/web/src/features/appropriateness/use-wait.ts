import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import { useState } from 'react';
import { useNow } from '#data/market/use-now.ts';

/** A browser's clock that is wrong makes nobody wait longer; the server knows the real time. */
const WAIT_MAX_MS = MINUTE_MS;

/** The seconds until a moment that the server named, counted down to 0. */
export function useWait(until: string): number {
  const nowMs = useNow(SECOND_MS);
  const [seenAtMs] = useState(nowMs);
  const endMs = Math.min(Date.parse(until), seenAtMs + WAIT_MAX_MS);
  return Math.max(0, Math.ceil((endMs - nowMs) / SECOND_MS));
}
