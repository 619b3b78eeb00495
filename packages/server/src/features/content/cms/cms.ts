// The content of the site: pages, singletons and forms, read by the calls of Cockpit v1.
import type { Log } from '#platform/log/log.ts';
import type { RawBinding } from '#platform/http/http.ts';
import { cmsRoutes } from './cms-routes.ts';
import { hasModels, listVersions, readSnapshot } from './cms-store.ts';
import type { Version } from './cms-store.ts';
import { createCockpitSource } from './cockpit/cockpit.ts';
import type { CockpitSettings } from './cockpit/cockpit.ts';
import { createDocuments } from './documents.ts';
import type { Documents } from './documents.ts';
import type { OperatorFacts } from './fill-in.ts';
import type { Problem } from './find-problems.ts';
import type { Snapshot } from './model.ts';
import { createReadTokens } from './read-tokens.ts';
import { createShown } from './shown.ts';
import { parseContentFile, saveContent } from './save-content.ts';
import type { Saved } from './save-content.ts';
import { SEED } from './seed/seed.ts';
import { finishSubmission } from './finish-submission.ts';
import { listSubmissions } from './submission-store.ts';
import type { Submission } from './submission-store.ts';
import { createFormDesk, storeSubmission } from './submit-form.ts';
import type { FormDeps } from './submit-form.ts';

export type { Snapshot } from './model.ts';

const PAGES = 'pages';

export type Cms = {
  /** Content is written somewhere else, and here only read. */
  readonly isElsewhere: boolean;
  readonly rawRoutes: readonly RawBinding[];
  /** What every browser reads with. */
  readonly publicToken: string;
  /** As readers see it: safe, and with the operator's facts filled in. */
  snapshot(): Promise<Snapshot>;
  /** As it is written. */
  stored(): Promise<Snapshot>;
  /** A file of models and documents; all of it or nothing. */
  save(text: string, by: string): Promise<Saved>;
  /** The newest version of a page; gives what keeps it from being shown. */
  publish(
    slug: string,
    change: { readonly isPublished: boolean; readonly by: string },
  ): Promise<'missing' | readonly Problem[]>;
  readonly documents: Documents;
  listVersions(entryId: string): Promise<readonly Version[]>;
  listSubmissions(): Promise<readonly Submission[]>;
  /** Marks one as dealt with; false when it was. */
  finishSubmission(finished: { readonly id: number; readonly by: string }): Promise<boolean>;
  /** For a program that is to see drafts; undefined when the name has one. */
  createToken(name: string, by: string): Promise<string | undefined>;
  /** Seeds a new installation. */
  start(): Promise<void>;
};

export type CmsOptions = FormDeps & {
  readonly facts: Omit<OperatorFacts, 'year'>;
  /** Of `pages` then nothing is shown. */
  readonly hidesPages: boolean;
  /** Who keeps the content; undefined for the store of our own. */
  readonly cockpit: CockpitSettings | undefined;
  readonly log: Log;
};

export async function createCms(options: CmsOptions): Promise<Cms> {
  const { db, clock } = options;
  const tokens = await createReadTokens(options);
  const stored = async (): Promise<Snapshot> => await readSnapshot(db.kysely);
  const cockpit =
    options.cockpit === undefined ? undefined : createCockpitSource(options.cockpit, options);
  const shown = createShown({ ...options, read: cockpit?.read ?? stored });
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
    rawRoutes: cmsRoutes({ tokens, snapshot: shown.read, submitForm }),
    publicToken: tokens.publicToken,
    snapshot: shown.read,
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
    finishSubmission: async (finished) => await finishSubmission(options, finished),
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
