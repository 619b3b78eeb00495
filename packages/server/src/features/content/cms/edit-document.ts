// Edits one document: a page by its id, a singleton by its name. Each change names its base version
// and is rejected if another change came in between. A newer version of a published document is a
// draft until it is published.
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { WorkerPool } from '#platform/worker-pool/worker-pool.ts';
import type { Kysely } from 'kysely';
import {
  findEntry,
  findModel,
  findVersion,
  hasSlug,
  holdContent,
  measureContent,
  showVersion,
  writeDraft,
  writeEntry,
} from './cms-store.ts';
import type { Stored, Target } from './cms-store.ts';
import { cleanDocument } from './clean-document.ts';
import type { CleanedDocument } from './clean-document-task.ts';
import { CONTENT_BYTES_MAX } from './content-bounds.ts';
import type { Problem } from './content-bounds.ts';
import type { Document } from './model.ts';
import { createId, withoutSystemKeys } from './save-content.ts';

const PAGES = 'pages';
const PUBLISHED = 'published';
const SIZE_PROBLEM = `it brings the content over ${CONTENT_BYTES_MAX} bytes in all: shorten it or other documents`;

type Deps = { readonly db: Database; readonly clock: Clock; readonly workers: WorkerPool };

export type Edited =
  | { readonly kind: 'saved'; readonly id: string; readonly version: number }
  | { readonly kind: 'unfit'; readonly problems: readonly Problem[] }
  | { readonly kind: 'changed' | 'missing' };

export type Edit = {
  readonly target: Target;
  /** The version that the change is based on; 0 for a singleton without versions. */
  readonly version: number;
  readonly data: Document;
  readonly by: string;
};

/** Adds a page, which is a draft until it is published. */
export async function addPage(
  deps: Deps,
  { data, by }: { readonly data: Document; readonly by: string },
): Promise<Edited> {
  const target = { pageId: createId() };
  return await cleanAndSave(deps, { target, version: 0, data, by });
}

export async function editDocument(deps: Deps, edit: Edit): Promise<Edited> {
  const stored = await findEntry(deps.db.kysely, edit.target);
  if (stored === undefined && 'pageId' in edit.target) return { kind: 'missing' };
  return await cleanAndSave(deps, edit);
}

/** Restores an earlier version's content without publishing it. */
export async function restoreDocument(
  deps: Deps,
  restore: Omit<Edit, 'data'> & { readonly restored: number },
): Promise<Edited> {
  const { kysely } = deps.db;
  const stored = await findEntry(kysely, restore.target);
  if (stored === undefined) return { kind: 'missing' };
  const said = await findVersion(kysely, { entryId: stored.id, version: restore.restored });
  if (said === undefined) return { kind: 'missing' };
  return await cleanAndSave(deps, { ...restore, data: saidBy(restore.target, said.data) });
}

/**
 * Cleans the document, then saves it. Cleaning comes first, so that no transaction holds a
 * connection in the meantime.
 */
async function cleanAndSave(deps: Deps, edit: Edit): Promise<Edited> {
  const { kind, name } = modelOf(edit.target);
  const model = await findModel(deps.db.kysely, kind, name);
  if (model === undefined) return { kind: 'missing' };
  const cleaned = await cleanDocument(deps.workers, { data: edit.data, model });
  return await within(deps, async (tx) => await save(tx, { ...edit, cleaned }, deps));
}

export type Show = {
  readonly target: Target;
  /** The version that the editor reviewed; absent: the newest. */
  readonly version?: number;
  readonly isPublished: boolean;
  readonly by: string;
};

/** Publishes the newest version, or takes the page offline; undefined if nothing changed. */
export async function showDocument(deps: Deps, show: Show): Promise<Edited | undefined> {
  return await within(deps, async (tx) => {
    const { target, isPublished } = show;
    const stored = await findEntry(tx, target);
    if (stored === undefined) return { kind: 'missing' };
    const { id, version } = stored;
    if (show.version !== undefined && show.version !== version) return { kind: 'changed' };
    const isNewest = stored.shownVersion === version;
    if (stored.isPublished === isPublished && (isNewest || !isPublished)) return undefined;
    const isPage = 'pageId' in target;
    const problems = [
      ...(isPage && isPublished ? await findSlugProblems(tx, target.pageId, stored.data) : []),
      ...(isPublished ? await findSizeProblems(tx, id, stored.data) : []),
    ];
    if (problems.length > 0) return { kind: 'unfit', problems };
    const data = isPage ? { ...stored.data, [PUBLISHED]: isPublished } : stored.data;
    const atMs = deps.clock.nowMs();
    await showVersion(tx, { id, version, data, atMs });
    await recordAudit(tx, atMs, {
      actor: show.by,
      action: isPublished ? 'content.publish' : 'content.unpublish',
      subject: `content:${id}`,
      after: { model: modelOf(target).name, version },
    });
    return { kind: 'saved', id, version };
  });
}

/**
 * Returns the document without the publication state, which is stored separately from the content.
 */
export function saidBy(target: Target, data: Document): Document {
  if ('singleton' in target) return data;
  const { [PUBLISHED]: _, ...said } = data;
  return said;
}

type Work<Result> = (tx: Kysely<object>) => Promise<Result>;

async function within<Result>({ db }: Deps, work: Work<Result>): Promise<Result> {
  return await db.kysely.transaction().execute(async (tx) => {
    await holdContent(tx);
    return await work(tx);
  });
}

export function modelOf(target: Target) {
  return 'pageId' in target
    ? ({ kind: 'collection', name: PAGES } as const)
    : ({ kind: 'singleton', name: target.singleton } as const);
}

type CleanedEdit = Edit & { readonly cleaned: CleanedDocument };

async function save(tx: Kysely<object>, edit: CleanedEdit, { clock }: Deps): Promise<Edited> {
  const { target, version, by } = edit;
  const { kind, name } = modelOf(target);
  const stored = await findEntry(tx, target);
  if ((stored?.version ?? 0) !== version) return { kind: 'changed' };
  const id = stored?.id ?? ('pageId' in target ? target.pageId : createId());
  const data = withoutSystemKeys(edit.cleaned.data);
  const problems = [...(await judge(tx, edit)), ...(await findSizeProblems(tx, id, data))];
  if (problems.length > 0) return { kind: 'unfit', problems };
  const atMs = clock.nowMs();
  const entry = { id, kind, model: name, by, atMs };
  const saved = isOnline(target, stored)
    ? await writeDraft(tx, { ...entry, data })
    : await writeEntry(tx, { ...entry, data: { ...data, [PUBLISHED]: false } });
  await recordAudit(tx, atMs, {
    actor: by,
    action: 'content.save',
    subject: `content:${id}`,
    after: { model: name, version: saved },
  });
  return { kind: 'saved', id: 'pageId' in target ? id : name, version: saved };
}

function isOnline(target: Target, stored: Stored | undefined): boolean {
  return 'singleton' in target || stored?.isPublished === true;
}

async function judge(
  tx: Kysely<object>,
  { target, data, cleaned }: CleanedEdit,
): Promise<readonly Problem[]> {
  return [
    ...cleaned.problems,
    ...('pageId' in target && Object.hasOwn(data, PUBLISHED)
      ? [{ field: PUBLISHED, text: 'is not for saving: publish or unpublish the page' }]
      : []),
    ...('pageId' in target ? await findSlugProblems(tx, target.pageId, data) : []),
  ];
}

/** Returns a problem if the document would exceed the limit of all content. */
async function findSizeProblems(
  tx: Kysely<object>,
  id: string,
  data: Document,
): Promise<readonly Problem[]> {
  const bytes = Buffer.byteLength(JSON.stringify(data)) + (await measureContent(tx, id));
  if (bytes <= CONTENT_BYTES_MAX) return [];
  return [{ field: '', text: SIZE_PROBLEM }];
}

/**
 * Returns a problem if another page has the slug: two pages at one address would hide each other.
 */
async function findSlugProblems(
  tx: Kysely<object>,
  pageId: string,
  data: Document,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const [key, slug] of Object.entries(data)) {
    if (!key.endsWith('_slug') || typeof slug !== 'string') continue;
    const isTaken = await hasSlug(tx, { exceptId: pageId, key, slug });
    if (isTaken) problems.push({ field: key, text: 'another page has it' });
  }
  return problems;
}
