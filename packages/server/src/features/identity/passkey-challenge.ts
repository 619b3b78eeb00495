// A passkey's challenge is a one-time code: base64url of its text, as the library encodes it.
import { MINUTE_MS } from '@halyard/core/time';
import * as z from 'zod/mini';

export const PASSKEY_CHALLENGE_LIFE_MS = 5 * MINUTE_MS;

const ClientData = z.object({ challenge: z.string() });

/** Returns the code, and its form in the signed data; undefined if unreadable. */
export function readChallenge(
  clientDataJson: string,
): { readonly code: string; readonly text: string } | undefined {
  const json = Buffer.from(clientDataJson, 'base64url').toString('utf8');
  try {
    const parsed = ClientData.safeParse(JSON.parse(json));
    if (!parsed.success) return undefined;
    const text = parsed.data.challenge;
    return { code: Buffer.from(text, 'base64url').toString('utf8'), text };
  } catch {
    return undefined;
  }
}
