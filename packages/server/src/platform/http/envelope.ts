// Translates rejections, outages and bugs to the wire.
import { REJECTIONS, rejectionText, type Rejection } from '@halyard/contract/rejections';
import type { ErrorEnvelope } from '@halyard/contract/wire';
import { Outage } from '#platform/outage/outage.ts';

const OUTAGE_RETRY_SECONDS = 2;

/** Returns the envelope of a handler's reply. */
export function toEnvelope(data: unknown): { readonly status: 'success'; readonly data: unknown } {
  return { status: 'success', data };
}

/** Returns the error envelope of a rejection. */
export function toErrorEnvelope(rejection: Rejection, requestId: string): ErrorEnvelope {
  return {
    status: 'error',
    code: rejection.code,
    message: rejectionText(rejection),
    ...(rejection.errors === undefined ? {} : { errors: rejection.errors }),
    ...(rejection.facts === undefined ? {} : { facts: rejection.facts }),
    requestId,
    data: null,
  };
}

export type Failure = {
  readonly rejection: Rejection;
  /**
   * The kind of failure, which decides the log entry: a bug is logged with its stack, an outage as
   * a warning, and the framework's own rejections not at all.
   */
  readonly cause: 'bug' | 'outage' | 'request';
};

/** Returns the reply to a thrown error; its text is never sent. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Outage) return { rejection: { code: 'unavailable' }, cause: 'outage' };
  const statusCode = statusOf(error);
  if (statusCode === 413) return { rejection: { code: 'too-large' }, cause: 'request' };
  if (statusCode === 415)
    return { rejection: { code: 'media-type-unsupported' }, cause: 'request' };
  if (statusCode === 404) return { rejection: { code: 'not-found' }, cause: 'request' };
  if (statusCode >= 400 && statusCode < 500) {
    return { rejection: { code: 'malformed' }, cause: 'request' };
  }
  return { rejection: { code: 'internal' }, cause: 'bug' };
}

/**
 * Returns the seconds for Retry-After: the rejection's own fact, or a fixed delay after an outage.
 */
export function retryAfterSeconds(rejection: Rejection): number | undefined {
  const own = rejection.facts?.['retryAfterSeconds'];
  if (typeof own === 'number') return own;
  return REJECTIONS[rejection.code].status === 503 ? OUTAGE_RETRY_SECONDS : undefined;
}

/** Returns the status of an error. Only the framework's own errors have `statusCode`. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500;
  return typeof error.statusCode === 'number' ? error.statusCode : 500;
}
