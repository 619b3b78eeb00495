// The field `info` of sign-up and sign-in: JSON text that the browser wrote. Nothing in it is
// proved, so only what cannot do harm is read.
import * as z from 'zod/mini';

const SOURCE_PAGE_LENGTH_MAX = 512;

const ClientInfo = z.looseObject({
  source_page: z.optional(
    z.string().check(z.maxLength(SOURCE_PAGE_LENGTH_MAX), z.regex(/^\/[^\p{Cc}]*$/u)),
  ),
});

/** The path of the page that the visitor came to first; null when absent or no path. */
export function parseSourcePage(info: string | undefined): string | null {
  if (info === undefined) return null;
  const parsed = ClientInfo.safeParse(parseJson(info));
  return parsed.success ? (parsed.data.source_page ?? null) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Browsers of other makers send what they like here; it must not stop a sign-up.
    return undefined;
  }
}
