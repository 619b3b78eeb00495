// Converts rejections to the error replies of the public API.
import type { Refusal } from '@halyard/contract/refusals';
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
  refusal: Refusal,
  requestId: string,
  headers: Headers = {},
): RawAnswer {
  const status = statusOf(refusal.code);
  const seconds = retryAfterSeconds(refusal);
  return {
    status,
    headers: {
      ...headers,
      'content-type': PROBLEM_TYPE,
      ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    },
    body: JSON.stringify(toProblem(refusal, requestId)),
  };
}
