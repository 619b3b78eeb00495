// Stores the documents of the trading screen on the server. The browser's copy is shown at once.
// The server's copy replaces it if it is newer and the browser has no unsaved change. The last save
// wins, except for watchlists, which programs change, too: they are saved only over the version
// that was changed. If the server has a newer version, the changes of this screen are applied to it
// and saved again.
import {
  getWorkspace,
  saveWorkspace,
  type Watchlists,
  type Workspace,
  WORKSPACE_DOCUMENTS,
  type WorkspaceDocument,
} from '@halyard/contract/workspace';
import type { Call, CallFailure, CallRejection } from '../http/call.ts';
import { createSubject, type Observable, type Subject } from '../http/observable.ts';
import { parseJson } from '../http/parse-json.ts';
import type { TextStore } from '../storage/text-store.ts';

/** The documents by name; undefined for one that was never saved. */
export type Documents = {
  readonly [Name in WorkspaceDocument]: NonNullable<Workspace[Name]>['document'] | undefined;
};

type Local = {
  readonly documents: Documents;
  readonly versions: Readonly<Record<WorkspaceDocument, number>>;
};

const NO_DOCUMENTS: Documents = {
  layout: undefined,
  watchlists: undefined,
  drawings: undefined,
};
const NOTHING: Local = {
  documents: NO_DOCUMENTS,
  versions: { layout: 0, watchlists: 0, drawings: 0 },
};
/** The delay before a save, so that the steps of one drag are saved together. */
const SAVE_DELAY_MS = 700;
/** How often a save is repeated on newer watchlists before it waits for the next change. */
const CONFLICTS_MAX = 5;
const BACKGROUND = { background: true } as const;
/** The lowest HTTP status that means that the server was unable to process the request. */
const OUTAGE_STATUS = 500;

export type SyncOptions = {
  readonly store: TextStore;
  /** The key of the browser's copy. */
  readonly key: string;
  /** Validates the browser's copy; undefined if it is invalid. */
  readonly parse: (value: unknown) => Workspace | undefined;
  /** Calls after a delay; returns a function that cancels it. */
  readonly schedule?: (flush: () => void, delayMs: number) => () => void;
};

/** Returns the changed watchlists; gets undefined if none were saved so far. */
export type WatchlistsChange = (now: Watchlists | undefined) => Watchlists;

/** After an outage the same request may succeed later. */
export type LoadOutcome = 'loaded' | 'outage' | 'rejected';

export class DocumentSync implements Observable<Documents> {
  readonly #options: Required<SyncOptions>;
  readonly #subject: Subject<Documents>;
  readonly #unsaved = new Set<WorkspaceDocument>();
  /** The unsaved changes of the watchlists, oldest first. */
  #changes: readonly WatchlistsChange[] = [];
  #local: Local;
  #call: Call | undefined;
  #cancel: (() => void) | undefined;
  /**
   * Replaced when the customer may have changed, so that replies for the previous one are ignored.
   */
  #era = {};

  constructor(options: SyncOptions) {
    this.#options = { schedule: scheduleTimeout, ...options };
    this.#local = readLocal(options);
    this.#subject = createSubject(this.#local.documents);
  }

  readonly current = (): Documents => this.#subject.current();

  readonly subscribe = (listener: () => void): (() => void) => this.#subject.subscribe(listener);

  /**
   * Changes the watchlists. If the server has newer ones at the save, the change is applied to
   * them.
   */
  changeWatchlists(change: WatchlistsChange): void {
    this.#changes = [...this.#changes, change];
    this.#put('watchlists', change(this.#local.documents.watchlists));
  }

  put<Name extends Exclude<WorkspaceDocument, 'watchlists'>>(
    name: Name,
    document: Documents[Name],
  ): void {
    this.#put(name, document);
  }

  #put<Name extends WorkspaceDocument>(name: Name, document: Documents[Name]): void {
    this.#keep({ ...this.#local, documents: { ...this.#local.documents, [name]: document } });
    this.#unsaved.add(name);
    this.#cancel?.();
    this.#cancel = this.#options.schedule(() => {
      if (this.#call !== undefined) void this.flush(this.#call);
    }, SAVE_DELAY_MS);
  }

  /** Reads the server's documents; resolves when they have loaded or failed to load. */
  async load(call: Call): Promise<LoadOutcome> {
    this.#call = call;
    await this.flush(call);
    return await this.#read(call);
  }

  async #read(call: Call): Promise<LoadOutcome> {
    const era = this.#era;
    const result = await call(getWorkspace, { body: {} }, BACKGROUND);
    if (this.#era !== era) return 'rejected';
    if (result.kind !== 'data') return isOutage(result) ? 'outage' : 'rejected';
    this.#keep(adopt(this.#local, result.data, { names: this.#unsaved, changes: this.#changes }));
    return 'loaded';
  }

  /** Saves pending changes at once; resolves with whether none are pending any longer. */
  async flush(call: Call, conflicts = 0): Promise<boolean> {
    this.#cancel?.();
    this.#cancel = undefined;
    const names = [...this.#unsaved];
    if (names.length === 0) return true;
    this.#unsaved.clear();
    const era = this.#era;
    const changes = names.includes('watchlists') ? this.#changes : [];
    const result = await call(saveWorkspace, { body: toBody(this.#local, names) }, BACKGROUND);
    if (this.#era !== era) return false;
    if (result.kind === 'data') {
      this.#endChanges(changes);
      const { layout, watchlists, drawings } = this.#local.versions;
      const versions = {
        layout: result.data.layout ?? layout,
        watchlists: result.data.watchlists ?? watchlists,
        drawings: result.data.drawings ?? drawings,
      };
      this.#keep({ ...this.#local, versions });
      return true;
    }
    const isConflict = result.kind === 'refusal' && result.code === 'content-changed';
    if (!isConflict && !isOutage(result)) {
      this.#endChanges(changes);
      return false;
    }
    // Retried at the next change, or when the page is shown again.
    for (const name of names) this.#unsaved.add(name);
    if (!isConflict || conflicts === CONFLICTS_MAX) return false;
    return (await this.#read(call)) === 'loaded' && (await this.flush(call, conflicts + 1));
  }

  /** Forgets everything, because another customer may sign in next. */
  clear(): void {
    this.#era = {};
    this.#cancel?.();
    this.#unsaved.clear();
    this.#changes = [];
    this.#local = NOTHING;
    this.#options.store.remove(this.#options.key);
    this.#subject.set(NO_DOCUMENTS);
  }

  #endChanges(ended: readonly WatchlistsChange[]): void {
    this.#changes = this.#changes.filter((change) => !ended.includes(change));
  }

  #keep(next: Local): void {
    this.#local = next;
    this.#options.store.write(this.#options.key, JSON.stringify(next));
    this.#subject.set(next.documents);
  }
}

/** Returns the request's body, which names the version that the watchlists were changed from. */
function toBody({ documents, versions }: Local, names: readonly WorkspaceDocument[]) {
  const saved = Object.fromEntries(names.map((name) => [name, documents[name]]));
  return names.includes('watchlists')
    ? { ...saved, watchlists_version: versions.watchlists }
    : saved;
}

type Unsaved = {
  readonly names: ReadonlySet<WorkspaceDocument>;
  readonly changes: readonly WatchlistsChange[];
};

/**
 * Adopts each of the server's documents that is newer and has no unsaved change here, and applies
 * the unsaved changes to newer watchlists.
 */
function adopt(local: Local, saved: Workspace, { names, changes }: Unsaved): Local {
  return WORKSPACE_DOCUMENTS.reduce((next, name) => {
    const theirs = saved[name];
    const isOlder = theirs === null || theirs.version <= next.versions[name];
    if (isOlder || (names.has(name) && name !== 'watchlists')) return next;
    const document =
      name === 'watchlists'
        ? changes.reduce<Watchlists | undefined>(
            (now, change) => change(now),
            saved.watchlists?.document,
          )
        : theirs.document;
    return {
      documents: { ...next.documents, [name]: document },
      versions: { ...next.versions, [name]: theirs.version },
    };
  }, local);
}

function isOutage(result: CallFailure | CallRejection): boolean {
  return result.kind === 'failure' || result.status >= OUTAGE_STATUS;
}

function readLocal({ store, key, parse }: SyncOptions): Local {
  const stored = parseJson(store.read(key) ?? 'null');
  if (typeof stored !== 'object' || stored === null) return NOTHING;
  if (!('documents' in stored) || !('versions' in stored)) return NOTHING;
  const { documents, versions } = stored as Local;
  const workspace = parse(
    Object.fromEntries(
      WORKSPACE_DOCUMENTS.map((name) => {
        const document = documents[name];
        return [name, document === undefined ? null : { document, version: versions[name] }];
      }),
    ),
  );
  if (workspace === undefined) return NOTHING;
  const { layout, watchlists, drawings } = workspace;
  return {
    documents: {
      layout: layout?.document,
      watchlists: watchlists?.document,
      drawings: drawings?.document,
    },
    versions: {
      layout: layout?.version ?? 0,
      watchlists: watchlists?.version ?? 0,
      drawings: drawings?.version ?? 0,
    },
  };
}

function scheduleTimeout(flush: () => void, delayMs: number): () => void {
  const timer = setTimeout(flush, delayMs);
  return () => clearTimeout(timer);
}
