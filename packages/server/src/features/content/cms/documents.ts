// Documents as the back office edits them: the stored version, what readers would get, and changes
// based on the version that was read.
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { TaskStopped } from '#platform/worker-pool/worker-pool.ts';
import type { Task, WorkerPool } from '#platform/worker-pool/worker-pool.ts';
import { SECOND_MS } from '@halyard/core/time';
import { findEntry, findModel, findVersion } from './cms-store.ts';
import type { Stored, Target, Version } from './cms-store.ts';
import {
  addPage,
  editDocument,
  modelOf,
  restoreDocument,
  saidBy,
  showDocument,
} from './edit-document.ts';
import type { Edit, Edited, Show } from './edit-document.ts';
import type { Document, Field, Model } from './model.ts';
import type { Preview, PreviewRequest } from './preview-document.ts';
import type { PreviewInput } from './preview-task.ts';
import type { Shown } from './shown.ts';

export type Documents = {
  /** Returns the newest version of a document, published or not. */
  find(target: Target): Promise<Stored | undefined>;
  add(page: Parameters<typeof addPage>[1]): Promise<Edited>;
  edit(edit: Edit): Promise<Edited>;
  restore(restore: Parameters<typeof restoreDocument>[1]): Promise<Edited>;
  /** Publishes a document or takes it offline; undefined if nothing changed. */
  show(show: Show): Promise<Edited | undefined>;
  /** Returns the fields of a document; undefined for an unknown one. */
  fields(target: Target): Promise<readonly Field[] | undefined>;
  /** Previews a document without storing anything; undefined for an unknown one. */
  preview(
    target: Target,
    request: Pick<PreviewRequest, 'data' | 'language'>,
  ): Promise<Preview | undefined>;
  /** Returns a version, even one that is no longer listed. */
  version(
    target: Target,
    version: number,
  ): Promise<(Version & { readonly data: Document }) | undefined>;
};

type Deps = { readonly db: Database; readonly clock: Clock; readonly workers: WorkerPool };

const PREVIEW: Task<PreviewInput, Preview> = {
  module: new URL('./preview-task.ts', import.meta.url),
  timeoutMs: 5 * SECOND_MS,
};

export function createDocuments(deps: Deps, shown: Shown): Documents {
  const { kysely } = deps.db;
  const changing = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    shown.forget();
    return result;
  };
  const findModelOf = async (target: Target): Promise<Model | undefined> => {
    const { kind, name } = modelOf(target);
    return await findModel(kysely, kind, name);
  };
  return {
    find: async (target) => {
      const found = await findEntry(kysely, target);
      return found && { ...found, data: saidBy(target, found.data) };
    },
    add: async (page) => await changing(addPage(deps, page)),
    edit: async (edit) => await changing(editDocument(deps, edit)),
    restore: async (restore) => await changing(restoreDocument(deps, restore)),
    show: async (show) => await changing(showDocument(deps, show)),
    fields: async (target) => (await findModelOf(target))?.fields,
    preview: async (target, request) => {
      const model = await findModelOf(target);
      if (model === undefined) return undefined;
      const { kind } = modelOf(target);
      const { data, language } = request;
      const { content } = await shown.read();
      const input = { data, language, model, kind, content, facts: shown.facts() };
      return await runPreview(deps.workers, input);
    },
    version: async (target, version) => {
      const found = await findEntry(kysely, target);
      if (found === undefined) return undefined;
      const said = await findVersion(kysely, { entryId: found.id, version });
      return said && { ...said, data: saidBy(target, said.data) };
    },
  };
}

async function runPreview(workers: WorkerPool, input: PreviewInput): Promise<Preview> {
  try {
    return await workers.run(PREVIEW, input);
  } catch (error) {
    if (!(error instanceof TaskStopped)) throw error;
    const problem = { field: '', text: 'it takes too long to check: shorten it' };
    return { problems: [problem], notes: [], shown: null };
  }
}
