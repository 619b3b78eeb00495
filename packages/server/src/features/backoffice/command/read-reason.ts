const REASON_LENGTH_MAX = 500;

/** Returns the operator's reason; undefined if it is too long. */
export function readReason(words: readonly string[]): string | undefined {
  const reason = words.join(' ').trim();
  return reason.length > REASON_LENGTH_MAX ? undefined : reason;
}
