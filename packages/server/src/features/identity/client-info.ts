// The field `info` of sign-up and sign-in: JSON text that the browser wrote. Nothing in it is
// proved, so only what cannot do harm is read, and nothing is decided by it.
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
  /** The path of the page that the visitor came to first. */
  source_page: SourcePage,
} as const;
export type ClientInfo = { readonly [Name in keyof typeof FACTS]?: string };

/**
 * Null when absent or no JSON object. A fact that is too long, or no text on one line, is dropped;
 * so is every fact that has no name here.
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
    // Browsers of other makers send what they like here; it must not stop a sign-up.
    return undefined;
  }
}
