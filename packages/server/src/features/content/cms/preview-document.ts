// Previews a document as readers would get it, processed like published content.
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
  /** Paths of the values that sanitising changed, and why. */
  readonly notes: readonly Problem[];
  /** The document as the Cockpit API returns it; null if it is too large or too deep to show. */
  readonly shown: unknown;
};

export type PreviewRequest = {
  readonly model: Model;
  readonly kind: 'collection' | 'singleton';
  readonly data: Document;
  readonly language: Language;
  /** The published content, and how a sanitised document of it is prepared. */
  readonly snapshot: Snapshot;
  readonly fill: (document: Document) => Document;
};

export function previewDocument(request: PreviewRequest): Preview {
  const { model, data, kind, language } = request;
  const problems = findProblems(data, model);
  if (problems.some(({ isBound }) => isBound === true)) return { problems, notes: [], shown: null };
  const safe = toSafeDocument(data, model);
  const notes = listChanges(data, safe, '');
  const document = request.fill(safe);
  const query = { lang: language, populate: POPULATE_LINKS, simple: true };
  const view = { snapshot: withDocument(request, document), seesDrafts: true };
  if (kind === 'singleton') {
    return { problems, notes, shown: answerSingleton(view, model.name, query) ?? null };
  }
  const found = answerCollection(view, model.name, query);
  return { problems, notes, shown: Array.isArray(found) ? found[0] : null };
}

function withDocument({ snapshot, model, kind }: PreviewRequest, document: Document): Snapshot {
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

/** Lists what sanitising removed from texts, by path. */
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
