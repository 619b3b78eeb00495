import type { CallRefusal } from '#data/http/call.ts';

/** What goes back with the code, of a refusal that asks for the second factor. */
export function challengeOf(refusal: CallRefusal): string | undefined {
  const { challenge } = refusal.facts;
  return refusal.code === 'second-factor' && typeof challenge === 'string' ? challenge : undefined;
}
