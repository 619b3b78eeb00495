import type { CallRejection } from '#data/http/call.ts';

/**
 * Returns the challenge of a rejection that asks for the second factor; the client sends it back
 * with the code.
 */
export function challengeOf(rejection: CallRejection): string | undefined {
  const { challenge } = rejection.facts;
  return rejection.code === 'second-factor' && typeof challenge === 'string'
    ? challenge
    : undefined;
}
