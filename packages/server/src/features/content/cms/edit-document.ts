// One document at a time, as staff edit them: a page by its id, a singleton by its name. Each change
// says which version it was made of, and is refused when another came between.
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Kysely } from 'kysely';
import { findEntry, findVersion, hasSlug, holdContent } from './cms-store.ts';
import type { Document } from './model.ts';
import { ContentFile, createId, saveWithin } from './save-content.ts';

const PAGES = 'pages';

type Deps = { readonly db: Database; readonly clock: Clock };

export type Target = { readonly pageId: string } | { readonly singleton: string };

export type Edited =
  | { readonly kind: 'saved'; readonly id: string; readonly version: number }
  | { readonly kind: 'unfit'; readonly problems: readonly string[] }
  | { readonly kind: 'changed' | 'missing' };

export type Edit = {
  readonly target: Target;
  /** That it was made of; 0 of a singleton that was never written. */
  readonly version: number;
  readonly data: Document;
  readonly by: string;
};

export async function addPage(
  deps: Deps,
  { data, by }: { readonly data: Document; readonly by: string },
): Promise<Edited> {
  const target = { pageId: createId() };
  return await within(deps, async (tx) => await save(tx, { target, version: 0, data, by }, deps));
}

export async function editDocument(deps: Deps, edit: Edit): Promise<Edited> {
  return await within(deps, async (tx) => {
    const stored = await findEntry(tx, edit.target);
    if (stored === undefined && 'pageId' in edit.target) return { kind: 'missing' };
    return await save(tx, edit, deps);
  });
}

/** Only what it said: whether a page is online stays. */
export async function restoreDocument(
  deps: Deps,
  restore: Omit<Edit, 'data'> & { readonly restored: number },
): Promise<Edited> {
  return await within(deps, async (tx) => {
    const stored = await findEntry(tx, restore.target);
    if (stored === undefined) return { kind: 'missing' };
    const said = await findVersion(tx, { entryId: stored.id, version: restore.restored });
    if (said === undefined) return { kind: 'missing' };
    const { published } = stored.data;
    const data = published === undefined ? said : { ...said, published };
    return await save(tx, { ...restore, data }, deps);
  });
}

/** Puts a page online, or takes it back; undefined when it was so. */
export async function showPage(
  deps: Deps,
  show: { readonly pageId: string; readonly isPublished: boolean; readonly by: string },
): Promise<Edited | undefined> {
  return await within(deps, async (tx) => {
    const stored = await findEntry(tx, show);
    if (stored === undefined) return { kind: 'missing' };
    if ((stored.data['published'] === true) === show.isPublished) return undefined;
    const data = { ...stored.data, published: show.isPublished };
    return await save(tx, { target: show, version: stored.version, data, by: show.by }, deps);
  });
}

type Work<Result> = (tx: Kysely<object>) => Promise<Result>;

async function within<Result>({ db }: Deps, work: Work<Result>): Promise<Result> {
  return await db.kysely.transaction().execute(async (tx) => {
    await holdContent(tx);
    return await work(tx);
  });
}

async function save(tx: Kysely<object>, edit: Edit, { clock }: Deps): Promise<Edited> {
  const { target, version, data, by } = edit;
  const stored = await findEntry(tx, target);
  if ((stored?.version ?? 0) !== version) return { kind: 'changed' };
  const problem = 'pageId' in target ? await findSlugProblem(tx, target.pageId, data) : undefined;
  if (problem !== undefined) return { kind: 'unfit', problems: [problem] };
  const saved = await saveWithin(tx, toFile(target, data), { by, atMs: clock.nowMs() });
  if (saved.kind === 'unfit') return saved;
  const written = 'pageId' in target ? target.pageId : target.singleton;
  return { kind: 'saved', id: written, version: version + 1 };
}

function toFile(target: Target, data: Document): ContentFile {
  return ContentFile.parse(
    'pageId' in target
      ? { collections: { [PAGES]: { entries: [{ ...data, _id: target.pageId }] } } }
      : { singletons: { [target.singleton]: { data } } },
  );
}

/** Two pages at one address would hide each other. */
async function findSlugProblem(
  tx: Kysely<object>,
  pageId: string,
  data: Document,
): Promise<string | undefined> {
  for (const [key, slug] of Object.entries(data)) {
    if (!key.endsWith('_slug') || typeof slug !== 'string') continue;
    if (await hasSlug(tx, { exceptId: pageId, key, slug })) return `${key}: another page has it`;
  }
  return undefined;
}
