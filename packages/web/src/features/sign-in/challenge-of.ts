import type { CallRefusal } from '#data/http/call.ts';

/**
 * Returns the challenge of a rejection that asks for the second factor; the client sends it back
 * with the code.
 */
export function challengeOf(refusal: CallRefusal): string | undefined {
  const { challenge } = refusal.facts;
  return refusal.code === 'second-factor' && typeof challenge === 'string' ? challenge : undefined;
}
