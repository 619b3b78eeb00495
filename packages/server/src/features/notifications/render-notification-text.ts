import type { Language } from '@halyard/contract/config';
import { createFigureWriter, type FigureWriter } from '@halyard/contract/format/figures';
import { assert, assertPresent } from '@halyard/core/assertion';
import { cents, toEuros } from '@halyard/core/money';
import { NOTIFICATION_KINDS, WORDS } from './kinds.ts';
import type { FactType, FactTypes, NotificationKind } from './kinds.ts';
import { toLine, toParagraphs } from './plain-text.ts';
import { LOCALES, TEXTS } from './texts/texts.ts';
import type { Catalogue, NotificationText } from './texts/texts.ts';

/** Facts as stored: plain JSON, interpreted by the kind's fact types. */
export type StoredFacts = Readonly<Record<string, unknown>>;

const TEXT_LENGTH_MAX = 120;
const NOTE_LENGTH_MAX = 4000;
const FIGURES: Readonly<Record<Language, FigureWriter>> = {
  en: createFigureWriter('en'),
  de: createFigureWriter('de'),
  it: createFigureWriter('it'),
  es: createFigureWriter('es'),
};
const RATE_PATTERN = /^\d{1,12}(\.\d{1,12})?$/;

/**
 * Renders a notification in a language as plain text. A missing or invalid fact is a bug of the
 * caller.
 */
export function renderNotificationText(
  kind: NotificationKind,
  facts: StoredFacts,
  language: Language,
): NotificationText {
  const { title, text } = TEXTS[language].kinds[kind];
  const types: FactTypes = NOTIFICATION_KINDS[kind].facts;
  const values = new Map(
    Object.entries(types).map(([name, type]) => [
      name,
      toText({ name, type }, facts[name], language),
    ]),
  );
  return { title: fill(title, values), text: fill(text, values) };
}

/**
 * Replaces placeholders in one pass from left to right, so that facts are never read as
 * placeholders.
 */
export function fill(template: string, values: ReadonlyMap<string, string>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_place, name: string) =>
    assertPresent(values.get(name), `there is a fact ${name}`),
  );
}

function toText(
  fact: { readonly name: string; readonly type: FactType },
  value: unknown,
  language: Language,
): string {
  const { name, type } = fact;
  if (typeof type !== 'string') return toWord(TEXTS[language], type, value);
  if (type === 'text' || type === 'note' || type === 'rate') {
    assert(typeof value === 'string', `the fact ${name} is a text`);
    if (type === 'note') return toParagraphs(value, NOTE_LENGTH_MAX);
    if (type === 'text') return toLine(value, TEXT_LENGTH_MAX);
    assert(RATE_PATTERN.test(value), `the fact ${name} is a price`);
    const [, decimals = ''] = value.split('.');
    return FIGURES[language].decimal(Number(value), decimals.length);
  }
  assert(typeof value === 'number', `the fact ${name} is a number`);
  return toNumberText(type, value, language);
}

function toNumberText(
  type: 'cents' | 'percent' | 'integer' | 'instant' | 'day',
  value: number,
  language: Language,
): string {
  const locale = LOCALES[language];
  switch (type) {
    case 'cents':
      return FIGURES[language].euros(toEuros(cents(value)));
    case 'percent':
      return `${new Intl.NumberFormat(locale, {
        maximumFractionDigits: 2,
        roundingMode: 'floor',
        useGrouping: 'always',
      }).format(value)} %`;
    case 'integer':
      return String(value);
    case 'day':
      return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(value);
    case 'instant': {
      const time = new Intl.DateTimeFormat(locale, {
        dateStyle: 'long',
        timeStyle: 'medium',
        timeZone: 'UTC',
      }).format(value);
      return `${time} UTC`;
    }
  }
}

function toWord(texts: Catalogue, choices: readonly string[], value: unknown): string {
  const word = WORDS.find((one) => one === value && choices.includes(one));
  return texts.words[assertPresent(word, `${String(value)} is one of ${choices.join(', ')}`)];
}
