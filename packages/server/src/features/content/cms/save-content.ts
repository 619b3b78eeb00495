// Saves a file of models and documents, such as the seed or an operator's import.
import { randomBytes } from 'node:crypto';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { WorkerPool } from '#platform/worker-pool/worker-pool.ts';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { cleanDocument } from './clean-document.ts';
import type { CleanedDocument } from './clean-document-task.ts';
import {
  findEntry,
  holdContent,
  measureContent,
  readHeads,
  upsertModel,
  writeEntry,
} from './cms-store.ts';
import { CONTENT_BYTES_MAX } from './content-bounds.ts';
import type { Problem } from './content-bounds.ts';
import { ENTRIES_MAX, Field, FIELDS_MAX, isRecord, NAME_PATTERN } from './model.ts';
import type { Document, Model, Snapshot } from './model.ts';
import { toSnapshot } from './to-snapshot.ts';

const ID_BYTES = 12;
const MODELS_MAX = 50;

const Entry = z.record(z.string(), z.unknown());
const Name = z.string().check(z.regex(NAME_PATTERN));
const Fields = z.optional(z.array(Field).check(z.maxLength(FIELDS_MAX)));
const Collection = z.strictObject({
  fields: Fields,
  sortable: z._default(z.boolean(), false),
  entries: z._default(z.array(Entry).check(z.maxLength(ENTRIES_MAX)), []),
});
const Singleton = z.strictObject({ fields: Fields, data: z.optional(Entry) });
const Form = z.strictObject({ fields: z.array(Field).check(z.maxLength(FIELDS_MAX)) });

/** A file of content. `fields` is optional for an existing model. */
export const ContentFile = z.strictObject({
  collections: z._default(z.record(Name, Collection), {}),
  singletons: z._default(z.record(Name, Singleton), {}),
  forms: z._default(z.record(Name, Form), {}),
});
export type ContentFile = z.infer<typeof ContentFile>;

export type Saved =
  | { readonly kind: 'saved'; readonly documents: number }
  | { readonly kind: 'unfit'; readonly problems: readonly string[] };

type Deps = { readonly db: Database; readonly clock: Clock; readonly workers: WorkerPool };

/**
 * Saves a file, either completely or not at all. An entry replaces the one with its `_id` or
 * `title_slug`; others stay unchanged.
 */
export async function saveContent(deps: Deps, file: ContentFile, by: string): Promise<Saved> {
  const cleaned = await cleanAll(deps, file);
  return await deps.db.kysely
    .transaction()
    .execute(async (tx) => await saveWithin(tx, file, { cleaned, by, atMs: deps.clock.nowMs() }));
}

type Cleaned = ReadonlyMap<Document, CleanedDocument>;

/** Cleans all documents before the transaction, so that no connection is held in the meantime. */
async function cleanAll({ db, workers }: Deps, file: ContentFile): Promise<Cleaned> {
  const stored = toSnapshot(await readHeads(db.kysely));
  const cleaned = new Map<Document, CleanedDocument>();
  const clean = async (data: Document, model: Model | undefined): Promise<void> => {
    if (model !== undefined) cleaned.set(data, await cleanDocument(workers, { data, model }));
  };
  for (const [name, { fields, sortable, entries }] of Object.entries(file.collections)) {
    const known = stored.collections.get(name)?.model;
    const model = fields === undefined ? known : { name, fields, sortable };
    for (const entry of entries) await clean(entry, model);
  }
  for (const [name, { fields, data }] of Object.entries(file.singletons)) {
    const known = stored.singletons.get(name)?.model;
    const model = fields === undefined ? known : { name, fields, sortable: false };
    if (data !== undefined) await clean(data, model);
  }
  return cleaned;
}

/**
 * Returns the cleaned document, or a problem if its model was added after the documents were
 * cleaned.
 */
function cleanedOf(cleaned: Cleaned, document: Document): CleanedDocument {
  const text = 'its model was added meanwhile: import the file again';
  return cleaned.get(document) ?? { problems: [{ field: '', text }], data: {} };
}

/** Saves the documents within a transaction that locks content for other writers. */
async function saveWithin(
  tx: Kysely<object>,
  file: ContentFile,
  { cleaned, by, atMs }: { readonly cleaned: Cleaned; readonly by: string; readonly atMs: number },
): Promise<Saved> {
  await holdContent(tx);
  const plan = planWrites(file, toSnapshot(await readHeads(tx)), cleaned);
  if (plan.problems.length > 0) return { kind: 'unfit', problems: plan.problems };
  // Replaced documents are counted as well, because an import must stay well below the limit.
  const given = plan.writes.reduce((sum, { data }) => sum + byteLength(data), 0);
  if (given + (await measureContent(tx, '')) > CONTENT_BYTES_MAX) {
    const text = `The content would have more than ${CONTENT_BYTES_MAX} bytes in all: shorten it.`;
    return { kind: 'unfit', problems: [text] };
  }
  await write(tx, file, { plan, by, atMs });
  return { kind: 'saved', documents: plan.writes.length };
}

function byteLength(data: Document): number {
  return Buffer.byteLength(JSON.stringify(data));
}

type PlannedWrite = {
  readonly id: string;
  readonly kind: 'collection' | 'singleton';
  readonly model: string;
  readonly data: Document;
};
type Plan = { readonly writes: readonly PlannedWrite[]; readonly problems: readonly string[] };

function planWrites(file: ContentFile, stored: Snapshot, cleaned: Cleaned): Plan {
  const writes: PlannedWrite[] = [];
  const problems: string[] = [];
  const names = [file.collections, file.singletons, file.forms].flatMap(Object.keys);
  if (names.length > MODELS_MAX) problems.push(`There are more than ${MODELS_MAX} models.`);
  for (const [name, { fields, sortable, entries }] of Object.entries(file.collections)) {
    const known = stored.collections.get(name);
    const model = fields === undefined ? known?.model : { name, fields, sortable };
    if (model === undefined) problems.push(`collection ${name}: it is new and has no fields`);
    for (const [index, given] of entries.entries()) {
      if (model === undefined) continue;
      const { problems: found, data } = cleanedOf(cleaned, given);
      const [problem] = found;
      const entry = { given, data, model: name };
      if (problem === undefined) writes.push(planEntry(entry, known?.entries ?? []));
      else problems.push(`collection ${name}, entry ${index}: ${toLine(problem)}`);
    }
  }
  for (const [name, { fields, data }] of Object.entries(file.singletons)) {
    const known = stored.singletons.get(name);
    const model = fields === undefined ? known?.model : { name, fields, sortable: false };
    if (model === undefined) problems.push(`singleton ${name}: it is new and has no fields`);
    if (model === undefined || data === undefined) continue;
    const safe = cleanedOf(cleaned, data);
    const [problem] = safe.problems;
    if (problem !== undefined) problems.push(`singleton ${name}: ${toLine(problem)}`);
    const id = known?.data?.['_id'];
    writes.push({
      id: typeof id === 'string' ? id : createId(),
      kind: 'singleton',
      model: name,
      data: withoutSystemKeys(safe.data),
    });
  }
  return { writes, problems };
}

function planEntry(
  {
    given,
    data,
    model,
  }: { readonly given: Document; readonly data: Document; readonly model: string },
  known: readonly Document[],
): PlannedWrite {
  const slug = given['title_slug'];
  const same = known.find((entry) =>
    given['_id'] === undefined
      ? slug !== undefined && entry['title_slug'] === slug
      : entry['_id'] === given['_id'],
  );
  const id = same?.['_id'] ?? given['_id'];
  return {
    id: typeof id === 'string' ? id : createId(),
    kind: 'collection',
    model,
    data: withoutSystemKeys(data),
  };
}

function toLine({ field, text }: Problem): string {
  return `${field} ${text}`.trim();
}

export function withoutSystemKeys(given: Document): Document {
  const system = ['_id', '_created', '_modified', '_by', '_mby'];
  return Object.fromEntries(Object.entries(given).filter(([key]) => !system.includes(key)));
}

async function write(
  tx: Kysely<object>,
  file: ContentFile,
  { plan, by, atMs }: { readonly plan: Plan; readonly by: string; readonly atMs: number },
): Promise<void> {
  for (const [name, { fields, sortable }] of Object.entries(file.collections)) {
    if (fields !== undefined) await upsertModel(tx, 'collection', { name, fields, sortable });
  }
  for (const [name, { fields }] of Object.entries(file.singletons)) {
    if (fields !== undefined) await upsertModel(tx, 'singleton', { name, fields, sortable: false });
  }
  for (const [name, { fields }] of Object.entries(file.forms)) {
    await upsertModel(tx, 'form', { name, fields, sortable: false });
  }
  for (const planned of plan.writes) {
    const { kind, model } = planned;
    // A document that has only a draft is in no snapshot, so it is read here.
    const stored = kind === 'singleton' ? await findEntry(tx, { singleton: model }) : undefined;
    const entry = { ...planned, id: stored?.id ?? planned.id };
    const version = await writeEntry(tx, { ...entry, by, atMs });
    await recordAudit(tx, atMs, {
      actor: by,
      action: 'content.save',
      subject: `content:${entry.id}`,
      after: { model, version },
    });
  }
}

export function createId(): string {
  return randomBytes(ID_BYTES).toString('hex');
}

/** Returns the file's content, or its problems. */
export function parseContentFile(text: string): ContentFile | readonly string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return ['It is not JSON.'];
  }
  if (!isRecord(parsed)) return ['It is no object.'];
  const read = ContentFile.safeParse(parsed);
  if (read.success) return read.data;
  return read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
