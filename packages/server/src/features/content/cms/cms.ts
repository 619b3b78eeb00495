// The site's content: pages, singletons and forms, read by the calls of Cockpit v1.
import type { Log } from '#platform/log/log.ts';
import type { RawBinding } from '#platform/http/http.ts';
import type { Task, WorkerPool } from '#platform/worker-pool/worker-pool.ts';
import { SECOND_MS } from '@halyard/core/time';
import { createAnswerContent } from './answer-content.ts';
import { cmsRoutes } from './cms-routes.ts';
import { hasModels, listVersions, readHeads, readStamp, readStored } from './cms-store.ts';
import type { StoredContent, Version } from './cms-store.ts';
import type { ContentBytes } from './content-bytes.ts';
import { createCockpitSource } from './cockpit/cockpit.ts';
import type { CockpitSettings } from './cockpit/cockpit.ts';
import { createDocuments } from './documents.ts';
import type { Documents } from './documents.ts';
import type { OperatorFacts } from './fill-in.ts';
import type { Problem } from './content-bounds.ts';
import type { Snapshot } from './model.ts';
import { createReadTokens } from './read-tokens.ts';
import { createShown } from './shown.ts';
import type { ShownContent } from './shown.ts';
import { toSnapshot } from './to-snapshot.ts';
import { parseContentFile, saveContent } from './save-content.ts';
import type { Saved } from './save-content.ts';
import { SEED } from './seed/seed.ts';
import { listSubmissions } from './submission-store.ts';
import type { Submission } from './submission-store.ts';
import { createFormDesk, storeSubmission } from './submit-form.ts';
import type { FormDeps } from './submit-form.ts';

export type { ShownContent } from './shown.ts';

const PAGES = 'pages';

export type Cms = {
  /** Whether another system stores the content; it is only read here then. */
  readonly isElsewhere: boolean;
  readonly rawRoutes: readonly RawBinding[];
  /** The read token that every browser gets. */
  readonly publicToken: string;
  /** Returns the content as readers get it: sanitised, with the operator's facts filled in. */
  shown(): Promise<ShownContent>;
  /** Returns slug, title and publication state of each entry. */
  stored(): Promise<Snapshot>;
  /** Saves a file of models and documents, either completely or not at all. */
  save(text: string, by: string): Promise<Saved>;
  /** Publishes the newest version of a page; returns what prevents publication. */
  publish(
    slug: string,
    change: { readonly isPublished: boolean; readonly by: string },
  ): Promise<'missing' | readonly Problem[]>;
  readonly documents: Documents;
  listVersions(entryId: string): Promise<readonly Version[]>;
  listSubmissions(): Promise<readonly Submission[]>;
  /** Marks a submission as handled; false if it already was. */
  /** Creates a token that reads drafts; undefined if the name has one. */
  createToken(name: string, by: string): Promise<string | undefined>;
  /** Fills the store of a new installation with its initial content. */
  start(): Promise<void>;
};

export type CmsOptions = FormDeps & {
  readonly facts: Omit<OperatorFacts, 'year'>;
  /** Whether entries of `pages` are hidden. */
  readonly hidesPages: boolean;
  /** The external Cockpit; undefined for the built-in store. */
  readonly cockpit: CockpitSettings | undefined;
  readonly workers: WorkerPool;
  readonly log: Log;
};

export async function createCms(options: CmsOptions): Promise<Cms> {
  const { db, clock } = options;
  const tokens = await createReadTokens(options);
  const stored = async (): Promise<Snapshot> => toSnapshot(await readHeads(db.kysely));
  const cockpit =
    options.cockpit === undefined ? undefined : createCockpitSource(options.cockpit, options);
  const shown = createShown({ ...options, read: cockpit?.read ?? createReadStored(options) });
  const save: Cms['save'] = async (text, by) => {
    const file = parseContentFile(text);
    if (!('collections' in file)) return { kind: 'unfit', problems: file };
    const saved = await saveContent(options, file, by);
    shown.forget();
    return saved;
  };
  const documents = createDocuments(options, shown);
  const submitForm = createFormDesk({
    clock,
    deliver: cockpit?.submit ?? (async (form, data) => await storeSubmission(options, form, data)),
  });
  return {
    isElsewhere: cockpit !== undefined,
    rawRoutes: cmsRoutes({
      tokens,
      shown: shown.read,
      answerContent: createAnswerContent(options.workers),
      submitForm,
    }),
    publicToken: tokens.publicToken,
    shown: shown.read,
    stored,
    save,
    publish: async (slug, { isPublished, by }) => {
      const { collections } = await stored();
      const pages = collections.get(PAGES)?.entries ?? [];
      const page = pages.find((entry) => entry['title_slug'] === slug);
      if (page === undefined) return 'missing';
      const target = { pageId: String(page['_id']) };
      const done = await documents.show({ target, isPublished, by });
      return done?.kind === 'unfit' ? done.problems : [];
    },
    documents,
    listVersions: async (entryId) => await listVersions(db.kysely, entryId),
    listSubmissions: async () => await listSubmissions(db.kysely),
    createToken: tokens.create,
    start: async () => {
      if (await hasModels(db.kysely)) return;
      await saveContent(options, SEED, 'system');
      shown.forget();
    },
  };
}

const READ_STORED: Task<StoredContent, ContentBytes> = {
  module: new URL('./read-stored-task.ts', import.meta.url),
  timeoutMs: 30 * SECOND_MS,
};

/** Reads documents again only after a change. */
function createReadStored({ db, workers }: CmsOptions): () => Promise<ContentBytes> {
  let last: { readonly stamp: string; readonly content: ContentBytes } | undefined;
  return async () => {
    const stamp = await readStamp(db.kysely);
    if (last?.stamp === stamp) return last.content;
    const content = await workers.run(READ_STORED, await readStored(db.kysely));
    last = { stamp, content };
    return content;
  };
}
