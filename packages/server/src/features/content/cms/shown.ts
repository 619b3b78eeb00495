// The content as readers see it, made once for all who ask at once: cleaning every page takes long
// enough to keep prices waiting.
import type { Clock } from '#platform/clock/clock.ts';
import { fillIn } from './fill-in.ts';
import type { OperatorFacts } from './fill-in.ts';
import type { Document, Model, Snapshot } from './model.ts';
import { toSafeDocument } from './safe-content.ts';

const PAGES = 'pages';
/** Another program on this database may have written. */
const FRESH_FOR_MS = 5_000;

export type Shown = {
  read(): Promise<Snapshot>;
  /** What readers would get of a safe document. */
  fill(document: Document): Document;
  /** After something was written. */
  forget(): void;
};

export type ShownOptions = {
  readonly clock: Clock;
  readonly facts: Omit<OperatorFacts, 'year'>;
  readonly hidesPages: boolean;
  /** As it is written. */
  readonly read: () => Promise<Snapshot>;
};

type Made = { readonly source: Snapshot; readonly year: number; readonly snapshot: Snapshot };

export function createShown({ clock, facts, hidesPages, read }: ShownOptions): Shown {
  let kept: { readonly made: Promise<Made>; readonly atMs: number } | undefined;
  let last: Made | undefined;

  async function make(year: number): Promise<Made> {
    const source = await read();
    // What a Cockpit said stays the same record until it is asked again.
    if (last?.source === source && last.year === year) return last;
    const shown = toShown(source, { ...facts, year });
    last = { source, year, snapshot: hidesPages ? withoutPages(shown) : shown };
    return last;
  }

  return {
    read: async () => {
      const nowMs = clock.nowMs();
      if (kept === undefined || nowMs - kept.atMs >= FRESH_FOR_MS) {
        kept = { made: make(yearAt(nowMs)), atMs: nowMs };
      }
      const asked = kept;
      try {
        return (await asked.made).snapshot;
      } catch (error) {
        if (kept === asked) kept = undefined;
        throw error;
      }
    },
    fill: (document) => fillIn(document, { ...facts, year: yearAt(clock.nowMs()) }),
    forget: () => {
      kept = undefined;
    },
  };
}

function withoutPages(snapshot: Snapshot): Snapshot {
  const pages = snapshot.collections.get(PAGES);
  if (pages === undefined) return snapshot;
  const collections = new Map([...snapshot.collections, [PAGES, { ...pages, entries: [] }]]);
  return { ...snapshot, collections };
}

function toShown(snapshot: Snapshot, facts: OperatorFacts): Snapshot {
  const show = (document: Document, model: Model): Document =>
    fillIn(toSafeDocument(document, model), facts);
  return {
    forms: snapshot.forms,
    collections: new Map(
      [...snapshot.collections].map(([name, { model, entries }]) => [
        name,
        { model, entries: entries.map((entry) => show(entry, model)) },
      ]),
    ),
    singletons: new Map(
      [...snapshot.singletons].map(([name, { model, data }]) => [
        name,
        { model, data: data === undefined ? undefined : show(data, model) },
      ]),
    ),
  };
}

function yearAt(atMs: number): number {
  return new Date(atMs).getUTCFullYear();
}
