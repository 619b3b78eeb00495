// What a document would look like to readers if it were published: through the same doors as what is.
import type { Language } from '@halyard/contract/config';
import { answerCollection, answerSingleton } from './answer-query.ts';
import { findProblems } from './find-problems.ts';
import type { Problem } from './content-bounds.ts';
import { isRecord } from './model.ts';
import type { Document, Model, Snapshot } from './model.ts';
import { toSafeDocument } from './safe-content.ts';

const POPULATE_LINKS = 1;

export type Preview = {
  readonly problems: readonly Problem[];
  /** Paths of what is not shown as it was written, and why. */
  readonly notes: readonly Problem[];
  /** As the calls of Cockpit answer it; null while it is too large or too deep to be shown. */
  readonly shown: unknown;
};

export type PreviewWish = {
  readonly model: Model;
  readonly kind: 'collection' | 'singleton';
  readonly data: Document;
  readonly language: Language;
  /** What readers get now, and how a safe document of it is made ready for them. */
  readonly snapshot: Snapshot;
  readonly fill: (document: Document) => Document;
};

export function previewDocument(wish: PreviewWish): Preview {
  const { model, data, kind, language } = wish;
  const problems = findProblems(data, model);
  if (problems.some(({ isBound }) => isBound === true)) return { problems, notes: [], shown: null };
  const safe = toSafeDocument(data, model);
  const notes = listChanges(data, safe, '');
  const document = wish.fill(safe);
  const query = { lang: language, populate: POPULATE_LINKS, simple: true };
  const view = { snapshot: withDocument(wish, document), seesDrafts: true };
  if (kind === 'singleton') {
    return { problems, notes, shown: answerSingleton(view, model.name, query) ?? null };
  }
  const found = answerCollection(view, model.name, query);
  return { problems, notes, shown: Array.isArray(found) ? found[0] : null };
}

function withDocument({ snapshot, model, kind }: PreviewWish, document: Document): Snapshot {
  return kind === 'singleton'
    ? {
        ...snapshot,
        singletons: new Map([...snapshot.singletons, [model.name, { model, data: document }]]),
      }
    : {
        ...snapshot,
        collections: new Map([
          ...snapshot.collections,
          [model.name, { model, entries: [document] }],
        ]),
      };
}

/** What cleaning took out of texts, each by its path. */
function listChanges(given: unknown, safe: unknown, path: string): readonly Problem[] {
  const at = (name: string | number): string => (path === '' ? `${name}` : `${path}.${name}`);
  if (typeof given === 'string') {
    const text = typeof safe === 'string' ? findLoss(given, safe) : undefined;
    return text === undefined ? [] : [{ field: path, text }];
  }
  if (Array.isArray(given)) {
    const kept: readonly unknown[] = Array.isArray(safe) ? safe : [];
    return given.flatMap((one, index) => listChanges(one, kept[index], at(index)));
  }
  if (!isRecord(given) || !isRecord(safe)) return [];
  return Object.entries(given).flatMap(([name, one]) => listChanges(one, safe[name], at(name)));
}

function findLoss(given: string, safe: string): string | undefined {
  if (given.trim() !== '' && safe === '') return 'is left out: it is none that may be shown';
  const count = (text: string): number => text.split('<').length;
  return count(safe) < count(given) ? 'is shown without the HTML that is not allowed' : undefined;
}
