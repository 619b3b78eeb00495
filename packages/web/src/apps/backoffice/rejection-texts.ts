// Errors of the server in the page's language. A text that the catalogue lacks stays the server's.
import { EURO_FACTS } from '#i18n/euro-facts.ts';
import type { CallRejection } from '#data/http/call.ts';
import { eurosText, momentText, numberText } from './lists/figure-texts.ts';
import { CATALOGUE } from './texts/catalogue.ts';

export function rejectionText({
  code,
  message,
  facts,
}: Pick<CallRejection, 'code' | 'message' | 'facts'>): string {
  const text = CATALOGUE.rejections[code];
  if (text === undefined) return message;
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => factText(code, name, facts[name]));
}

/** Translates a sentence of the server, such as 'has minimum 3 characters'. */
export function phraseText(phrase: string): string {
  const [pattern, text] = CATALOGUE.phrases.find(([known]) => known.test(phrase)) ?? [];
  return pattern === undefined || text === undefined ? phrase : phrase.replace(pattern, text);
}

function factText(code: string, name: string, fact: unknown): string {
  if (typeof fact === 'number') {
    return EURO_FACTS[code] === name ? eurosText(fact) : numberText(fact);
  }
  if (typeof fact !== 'string') return '';
  return name === 'until' ? momentText(new Date(fact)) : fact;
}
