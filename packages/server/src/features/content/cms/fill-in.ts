// Fills the operator's facts into texts: `{{operator}}`, `{{address}}`, `{{year}}`,
// `{{risk_warning}}`.
import type { Language } from '@halyard/contract/config';
import { DEFAULT_LANGUAGE, isRecord, OTHER_LANGUAGES } from './model.ts';
import type { Document } from './model.ts';

export type OperatorFacts = {
  readonly operatorName: string;
  /** The operator's address on one line; empty if not set. */
  readonly operatorAddress: string;
  readonly year: number;
  readonly riskWarnings: Readonly<Record<Language, string>>;
};

/** Fills the facts into a document. Keys that end in a language use that language's facts. */
export function fillIn(document: Document, facts: OperatorFacts): Document {
  return Object.fromEntries(
    Object.entries(document).map(([key, value]) => {
      const ending = /_([a-z]{2})$/.exec(key)?.[1];
      const language = OTHER_LANGUAGES.find((one) => one === ending) ?? DEFAULT_LANGUAGE;
      return [key, fillValue(value, (name) => factOf(name, facts, language))];
    }),
  );
}

function fillValue(value: unknown, find: (name: string) => string | undefined): unknown {
  if (typeof value === 'string') return fillText(value, find);
  if (Array.isArray(value)) return value.map((one) => fillValue(one, find));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillValue(one, find)]));
}

/** The pattern of a placeholder, including the comma or line break before it. */
const PLACE = /(,\s*|<br\s*\/?>\s*|)\{\{(\w+)\}\}/g;

/**
 * Fills the facts into a text. A text with a tag is HTML, so facts are escaped there. A missing
 * fact leaves no gap.
 */
function fillText(text: string, find: (name: string) => string | undefined): string {
  const isHtml = text.includes('<');
  return text.replaceAll(PLACE, (whole, joint: string, name: string) => {
    const fact = find(name);
    if (fact === undefined) return whole;
    return fact === '' ? '' : `${joint}${isHtml ? toHtml(fact) : fact}`;
  });
}

function toHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function factOf(name: string, facts: OperatorFacts, language: Language): string | undefined {
  if (name === 'operator') return facts.operatorName;
  if (name === 'address') return facts.operatorAddress;
  if (name === 'year') return String(facts.year);
  return name === 'risk_warning' ? facts.riskWarnings[language] : undefined;
}
