// Whether the server responds. The page shows this in one banner instead of in every region.
import type { CallResult } from './call.ts';
import { createSubject, type Observable } from './observable.ts';

export type Connection = 'answering' | 'silent';

const state = createSubject<Connection>('answering');
export const connection: Observable<Connection> = state;

/** Statuses of a server or proxy that is temporarily unavailable. */
const SILENT_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
/**
 * The error of an unavailable provider: the server itself responds, so it is not an outage of the
 * server.
 */
const OTHERS_OUTAGE = 'provider-unavailable';

/** Updates from the result of a call; a cancelled call has no effect. */
export function noteResult(result: CallResult<unknown>): void {
  if (result.kind === 'failure' && result.reason === 'aborted') return;
  const isSilent =
    result.kind === 'failure' ||
    (result.kind === 'refusal' &&
      result.code !== OTHERS_OUTAGE &&
      SILENT_STATUSES.has(result.status));
  state.set(isSilent ? 'silent' : 'answering');
}
