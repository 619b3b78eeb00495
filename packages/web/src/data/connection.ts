// Whether the server answers. The page says so in one banner instead of in every region.
import { useSyncExternalStore } from 'react';
import type { CallResult } from './call.ts';
import { createSubject } from './observable.ts';

export type Connection = 'answering' | 'silent';

const connection = createSubject<Connection>('answering');

const SILENT_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** Learns from the result of a call; a call that was given up teaches nothing. */
export function noteResult(result: CallResult<unknown>): void {
  if (result.kind === 'failure' && result.reason === 'aborted') return;
  const silent =
    result.kind === 'failure' || (result.kind === 'refusal' && SILENT_STATUSES.has(result.status));
  connection.set(silent ? 'silent' : 'answering');
}

/** Whether the last call was answered. */
export function useConnection(): Connection {
  return useSyncExternalStore(connection.subscribe, connection.current);
}
