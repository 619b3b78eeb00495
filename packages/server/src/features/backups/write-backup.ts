// The parts of a backup in order: metadata, the rows of every table, the files, and the manifest.
// Every named file is in it, and every part is followed by its hash.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listFilesAfter } from '#features/documents/documents.ts';
import type { ArchiveRecord } from '#platform/archive/archive.ts';
import type { Snapshot, SnapshotTable } from '#platform/db/db.ts';
import { isFilePath } from './backup-notes.ts';
import type { BackupNote, NoteOf } from './backup-notes.ts';

const READ_BYTES = 1024 * 1024;
const FILES_PAGE = 500;
/** The start of the list: this id sorts before every UUID. */
const NO_FILE = '00000000-0000-0000-0000-000000000000';

export type BackupSource = {
  readonly snapshot: Snapshot;
  readonly dataDir: string;
  /** Whether the documents are in DATA_DIR; those in another store are not in the backup. */
  readonly hasDocuments: boolean;
  readonly begin: Omit<NoteOf<'begin'>, 'kind' | 'tables'>;
  readonly onProgress: (text: string) => void;
};

type Summary = { tables: NoteOf<'end'>['tables']; files: number; missingFiles: number };

export async function* backupRecords(
  source: BackupSource,
  onEnd: (end: NoteOf<'end'>) => void,
): AsyncGenerator<ArchiveRecord> {
  const { snapshot, begin } = source;
  const summary: Summary = { tables: [], files: 0, missingFiles: 0 };
  yield note({ kind: 'begin', ...begin, tables: snapshot.tables.map(toNote) });
  for (const table of snapshot.tables) yield* tableRecords(source, table, summary);
  // Key files are read after the rows: a key that a row names was created before it.
  for await (const path of listOwnFiles(source.dataDir)) yield* fileRecords(source, path, summary);
  if (source.hasDocuments) {
    for await (const path of listDocumentFiles(snapshot)) {
      yield* fileRecords(source, path, summary);
    }
  }
  const sequences = [...(await snapshot.listSequences())];
  const end = { kind: 'end', sequences, ...summary } as const;
  yield note(end);
  onEnd(end);
}

async function* tableRecords(
  { snapshot, onProgress }: BackupSource,
  table: SnapshotTable,
  summary: Summary,
): AsyncGenerator<ArchiveRecord> {
  const { name } = table;
  const hash = createHash('sha256');
  let rows = 0;
  yield note({ kind: 'table', name });
  for await (const page of snapshot.readRows(table)) {
    const bytes = Buffer.from(page.join('\n'));
    hash.update(bytes);
    rows += page.length;
    yield { kind: 'bytes', bytes };
    onProgress(`${name}: ${rows} rows`);
  }
  const end = { name, rows, sha256: hash.digest('hex') };
  summary.tables.push(end);
  yield note({ kind: 'table-end', ...end });
}

async function* fileRecords(
  { dataDir, onProgress }: BackupSource,
  path: string,
  summary: Summary,
): AsyncGenerator<ArchiveRecord> {
  const full = join(dataDir, path);
  if (!(await isFile(full))) {
    summary.missingFiles += 1;
    return;
  }
  const hash = createHash('sha256');
  let bytes = 0;
  yield note({ kind: 'file', path });
  for await (const chunk of createReadStream(full, { highWaterMark: READ_BYTES })) {
    const content = chunk as Buffer;
    hash.update(content);
    bytes += content.length;
    yield { kind: 'bytes', bytes: content };
  }
  yield note({ kind: 'file-end', path, bytes, sha256: hash.digest('hex') });
  summary.files += 1;
  onProgress(`files: ${summary.files}`);
}

/**
 * Lists the program's files: keys, unsent mails, the first sign-ins. Unfinished files have other
 * names and are omitted.
 */
async function* listOwnFiles(dataDir: string): AsyncGenerator<string> {
  for (const folder of ['secrets', 'outbox']) {
    for (const name of await listNames(join(dataDir, folder))) {
      const path = `${folder}/${name}`;
      if (isFilePath(path) && (await isFile(join(dataDir, path)))) yield path;
    }
  }
  if (await isFile(join(dataDir, 'first-run.json'))) yield 'first-run.json';
}

/** Returns nothing for a folder that the first start makes. */
async function listNames(folder: string): Promise<readonly string[]> {
  return existsSync(folder) ? (await readdir(folder)).toSorted() : [];
}

/**
 * Lists the documents that the rows name. A document's file is on disk before its row, and never
 * changes.
 */
async function* listDocumentFiles(snapshot: Snapshot): AsyncGenerator<string> {
  let fileId = NO_FILE;
  for (;;) {
    const ids = await listFilesAfter(snapshot.kysely, { fileId, limit: FILES_PAGE });
    for (const id of ids) yield `documents/${id}`;
    const last = ids.at(-1);
    if (last === undefined || ids.length < FILES_PAGE) return;
    fileId = last;
  }
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true;
}

function toNote({ name, columns }: SnapshotTable): NoteOf<'begin'>['tables'][number] {
  return { name, columns: [...columns] };
}

function note(content: BackupNote): ArchiveRecord {
  return { kind: 'note', note: content };
}
