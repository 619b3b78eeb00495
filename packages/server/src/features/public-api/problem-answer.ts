// Converts rejections to the error replies of the public API.
import type { Rejection } from '@halyard/contract/rejections';
import { statusOf } from '@halyard/contract/v1/operation';
import { PROBLEM_TYPE, toProblem } from '@halyard/contract/v1/problem';
import { retryAfterSeconds } from '#platform/http/http.ts';
import type { RawAnswer } from '#platform/http/http.ts';

export type Headers = Readonly<Record<string, string>>;

/**
 * Returns the problem document, with Retry-After and WWW-Authenticate where the status requires
 * them.
 */
export function toProblemAnswer(
  rejection: Rejection,
  requestId: string,
  headers: Headers = {},
): RawAnswer {
  const status = statusOf(rejection.code);
  const seconds = retryAfterSeconds(rejection);
  return {
    status,
    headers: {
      ...headers,
      'content-type': PROBLEM_TYPE,
      ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    },
    body: JSON.stringify(toProblem(rejection, requestId)),
  };
}
