const REASON_LENGTH_MAX = 500;

/** What an operator wrote as their reason; undefined when it is too long. */
export function readReason(words: readonly string[]): string | undefined {
  const reason = words.join(' ').trim();
  return reason.length > REASON_LENGTH_MAX ? undefined : reason;
}
