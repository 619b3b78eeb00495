// Converts stored content to what readers get, in a worker thread.
import { LANGUAGES } from '@halyard/contract/config';
import type { Language } from '@halyard/contract/config';
import { LEGAL_SLUGS } from '@halyard/contract/content';
import { findBoundProblem, keepNames } from './content-bounds.ts';
import type { Problem } from './content-bounds.ts';
import { readContent, toContentBytes } from './content-bytes.ts';
import type { ContentBytes } from './content-bytes.ts';
import { fillIn } from './fill-in.ts';
import type { OperatorFacts } from './fill-in.ts';
import { isTrue } from './match-filter.ts';
import { DEFAULT_LANGUAGE, IS_BROKEN } from './model.ts';
import type { Document, Model, Snapshot } from './model.ts';
import { toSafeDocument } from './safe-content.ts';

export type ShowInput = {
  readonly source: ContentBytes;
  readonly facts: OperatorFacts;
  /** Whether to show only the legal pages of `pages`. */
  readonly hidesPages: boolean;
};

export type BrokenDocument = Problem & { readonly document: string };

export type ShowOutput = {
  readonly content: ContentBytes;
  /** What the site needs of each entry of `pages`. */
  readonly pages: readonly Document[];
  readonly forms: Snapshot['forms'];
  /** Documents that exceed a limit: readers get a message instead. */
  readonly broken: readonly BrokenDocument[];
};

const PAGES = 'pages';
const HEAD_TEXT_LENGTH_MAX = 500;
const HEAD_KEY = /^(?:_modified|title(?:_[a-z]{2})?(?:_slug)?|description(?:_[a-z]{2})?)$/;
const BROKEN_TEXTS: Readonly<Record<Language, string>> = {
  en: 'This page can’t be shown at the moment. Please try again later.',
  de: 'Diese Seite kann zurzeit nicht angezeigt werden. Bitte versuchen Sie es später erneut.',
  it: 'Al momento questa pagina non può essere visualizzata. Riprova più tardi.',
  es: 'Esta página no se puede mostrar en este momento. Inténtelo de nuevo más tarde.',
};

/** The sanitised documents by content: a change of one page cleans only that page. */
let cleaned = new Map<string, Document>();

export function run({ source, facts, hidesPages }: ShowInput): ShowOutput {
  const { collections, singletons, forms } = readContent(source);
  const broken: BrokenDocument[] = [];
  const brokenPages = new Set<Document>();
  const known = cleaned;
  cleaned = new Map();
  const show = (document: Document, model: Model): Document => {
    const problem = findBoundProblem(document);
    if (problem !== undefined) {
      broken.push({ ...problem, document: `${model.name} ${nameOf(document)}` });
      const message = toMessage(document, model);
      brokenPages.add(message);
      return message;
    }
    const key = JSON.stringify([model.fields, document]);
    const safe = known.get(key) ?? cleaned.get(key) ?? toSafeDocument(document, model);
    cleaned.set(key, safe);
    return fillIn(safe, facts);
  };
  const shown: Snapshot = {
    forms,
    collections: new Map(
      [...collections].map(([name, { model, entries }]) => {
        const offered = hidesPages && name === PAGES ? entries.filter(isLegal) : entries;
        return [name, { model, entries: offered.map((one) => show(one, model)) }];
      }),
    ),
    singletons: new Map(
      [...singletons].map(([name, { model, data }]) => [
        name,
        { model, data: data === undefined ? undefined : show(data, model) },
      ]),
    ),
  };
  const pages = (shown.collections.get(PAGES)?.entries ?? []).map((page) =>
    toHead(page, brokenPages.has(page)),
  );
  return { content: toContentBytes(shown), pages, forms, broken };
}

function isLegal(page: Document): boolean {
  return LEGAL_SLUGS.some((slug) => slug === page['title_slug']);
}

function nameOf(document: Document): string {
  const name = document['title_slug'] ?? document['_id'];
  return typeof name === 'string' ? name.slice(0, 100) : '(without a name)';
}

/**
 * Returns the document with its names kept and its texts replaced by a message that it can't be
 * shown.
 */
function toMessage(document: Document, model: Model): Document {
  const texts = model.fields
    .filter(({ type }) => type === 'layout' || type === 'html')
    .flatMap(({ name, type }) =>
      LANGUAGES.map((language): [string, unknown] => {
        const html = `<p>${BROKEN_TEXTS[language]}</p>`;
        const key = language === DEFAULT_LANGUAGE ? name : `${name}_${language}`;
        return [key, type === 'html' ? html : [{ component: 'text', settings: { text: html } }]];
      }),
    );
  return toSafeDocument({ ...keepNames(document), ...Object.fromEntries(texts) }, model);
}

function toHead(page: Document, isBroken: boolean): Document {
  const head: Record<string, unknown> = { published: isTrue(page['published']) };
  for (const [key, value] of Object.entries(page)) {
    if (!HEAD_KEY.test(key)) continue;
    if (typeof value === 'number') head[key] = value;
    if (typeof value === 'string') head[key] = value.slice(0, HEAD_TEXT_LENGTH_MAX);
  }
  if (isBroken) head[IS_BROKEN] = true;
  return head;
}
