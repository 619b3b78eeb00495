// Whether the server answers. The page says so in one banner instead of in every region.
import type { CallResult } from './call.ts';
import { createSubject, type Observable } from './observable.ts';

export type Connection = 'answering' | 'silent';

const state = createSubject<Connection>('answering');
export const connection: Observable<Connection> = state;

/** Statuses of a server, or a proxy before it, that cannot serve anybody at the moment. */
const SILENT_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** Learns from the result of a call; a call that was given up teaches nothing. */
export function noteResult(result: CallResult<unknown>): void {
  if (result.kind === 'failure' && result.reason === 'aborted') return;
  const isSilent =
    result.kind === 'failure' || (result.kind === 'refusal' && SILENT_STATUSES.has(result.status));
  state.set(isSilent ? 'silent' : 'answering');
}
