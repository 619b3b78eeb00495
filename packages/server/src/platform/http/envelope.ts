// Translates rejections, outages and bugs to the wire.
import { REFUSALS, refusalText, type Refusal } from '@halyard/contract/refusals';
import type { ErrorEnvelope } from '@halyard/contract/wire';
import { Outage } from '#platform/outage/outage.ts';

const OUTAGE_RETRY_SECONDS = 2;

/** Returns the envelope of a handler's reply. */
export function toEnvelope(data: unknown): { readonly status: 'success'; readonly data: unknown } {
  return { status: 'success', data };
}

/** Returns the error envelope of a rejection. */
export function toErrorEnvelope(refusal: Refusal, requestId: string): ErrorEnvelope {
  return {
    status: 'error',
    code: refusal.code,
    message: refusalText(refusal),
    ...(refusal.errors === undefined ? {} : { errors: refusal.errors }),
    ...(refusal.facts === undefined ? {} : { facts: refusal.facts }),
    requestId,
    data: null,
  };
}

export type Failure = {
  readonly refusal: Refusal;
  /**
   * The kind of failure, which decides the log entry: a bug is logged with its stack, an outage as
   * a warning, and the framework's own rejections not at all.
   */
  readonly cause: 'bug' | 'outage' | 'request';
};

/** Returns the reply to a thrown error; its text is never sent. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Outage) return { refusal: { code: 'unavailable' }, cause: 'outage' };
  const statusCode = statusOf(error);
  if (statusCode === 413) return { refusal: { code: 'too-large' }, cause: 'request' };
  if (statusCode === 415) return { refusal: { code: 'media-type-unsupported' }, cause: 'request' };
  if (statusCode === 404) return { refusal: { code: 'not-found' }, cause: 'request' };
  if (statusCode >= 400 && statusCode < 500) {
    return { refusal: { code: 'malformed' }, cause: 'request' };
  }
  return { refusal: { code: 'internal' }, cause: 'bug' };
}

/**
 * Returns the seconds for Retry-After: the rejection's own fact, or a fixed delay after an outage.
 */
export function retryAfterSeconds(refusal: Refusal): number | undefined {
  const own = refusal.facts?.['retryAfterSeconds'];
  if (typeof own === 'number') return own;
  return REFUSALS[refusal.code].status === 503 ? OUTAGE_RETRY_SECONDS : undefined;
}

/** Returns the status of an error. Only the framework's own errors have `statusCode`. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return typeof error.statusCode === 'number' ? error.statusCode : 500;
}
