// Errors of the public API: RFC 9457, with a code of the closed list.
import * as z from 'zod/mini';
import { REJECTIONS, rejectionText, type Rejection, type RejectionCode } from '../rejections.ts';
import { about, component } from './atoms.ts';
import { statusOf } from './operation.ts';

export const PROBLEM_TYPE = 'application/problem+json';

export const Problem = z
  .object({
    type: z.string().check(about('A URN that names the code.', 'urn:halyard:error:price-moved')),
    title: z
      .string()
      .check(
        about('A short text for the code; the same for all errors with this code.', 'Price moved'),
      ),
    status: z.int().check(about('The HTTP status.', 409)),
    detail: z
      .string()
      .check(about('What happened, as a text for people.', 'The price has moved to 40012.50')),
    code: z
      .enum(Object.keys(REJECTIONS) as [RejectionCode, ...RejectionCode[]])
      .check(about('What happened, as a code for programs, from a closed list.', 'price-moved')),
    retryable: z
      .boolean()
      .check(
        about(
          'Whether the same request may succeed later without a change; except after 429 and 503 with a new `client_order_id` or `Idempotency-Key`.',
          true,
        ),
      ),
    request_id: z
      .string()
      .check(
        about(
          'The id of the request. Name it when you contact us.',
          '7d5c1f0e-3b7a-4a58-9f6c-2f1f6f0a9c31',
        ),
      ),
    errors: z
      .optional(z.record(z.string(), z.string()))
      .check(about('With the code `invalid`: what is wrong, by field.', { price: 'is not valid' })),
    facts: z
      .optional(z.record(z.string(), z.union([z.string(), z.number()])))
      .check(about('The figures in `detail`, by name.', { price: '40012.50' })),
  })
  .check(component('Problem', 'An error, as RFC 9457 describes it.'));
export type Problem = z.infer<typeof Problem>;

/** Returns the problem document of an error. */
export function toProblem(rejection: Rejection, requestId: string): Problem {
  const { code, errors, facts } = rejection;
  const { retryable } = REJECTIONS[code];
  return {
    type: `urn:halyard:error:${code}`,
    title: toTitle(code),
    status: statusOf(code),
    detail: rejectionText(rejection),
    code,
    retryable,
    request_id: requestId,
    ...(errors === undefined ? {} : { errors: { ...errors } }),
    ...(facts === undefined ? {} : { facts: { ...facts } }),
  };
}

function toTitle(code: RejectionCode): string {
  const words = code.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
