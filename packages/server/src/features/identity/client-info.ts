// The field `info` of sign-up and sign-in: JSON text from the browser. It is unverified, so only
// harmless values are read, and no decision depends on it.
import * as z from 'zod/mini';

const SOURCE_PAGE_LENGTH_MAX = 512;
const FACT_LENGTH_MAX = 100;

const InfoObject = z.record(z.string(), z.unknown());
const Fact = z.string().check(z.maxLength(FACT_LENGTH_MAX), z.regex(/^[^\p{Cc}\p{Cs}]*$/u));
const SourcePage = z
  .string()
  .check(z.maxLength(SOURCE_PAGE_LENGTH_MAX), z.regex(/^\/[^\p{Cc}\p{Cs}]*$/u));

const FACTS = {
  ip: Fact,
  country_short: Fact,
  country_long: Fact,
  city: Fact,
  /** The path of the page that the visitor opened first. */
  source_page: SourcePage,
} as const;
export type ClientInfo = { readonly [Name in keyof typeof FACTS]?: string };

/**
 * Parses client info; null if absent or not a JSON object. Values that are too long or not one line
 * of text are dropped, as are unknown names.
 */
export function parseClientInfo(info: string | undefined): ClientInfo | null {
  if (info === undefined) return null;
  const object = InfoObject.safeParse(parseJson(info));
  if (!object.success) return null;
  const facts = Object.entries(FACTS).flatMap(([name, schema]) => {
    const fact = schema.safeParse(object.data[name]);
    return fact.success ? [[name, fact.data] as const] : [];
  });
  return Object.fromEntries(facts);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON is ignored: other browsers send arbitrary text, which must not prevent a
    // sign-up.
    return undefined;
  }
}
