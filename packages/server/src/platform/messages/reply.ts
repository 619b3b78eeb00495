// The form of an answer: its first byte says what follows. A long answer comes in parts, because NATS
// limits the size of a message. A header names the answer, the part and how many there are.
export const DONE = 1;
export const OUTAGE = 2;

export const PART_HEADER = 'Halyard-Part';

/** The maximum number of parts: with NATS's usual limit, an answer of about 64 MB. */
export const PARTS_MAX = 64;

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
