// Reads a backup and verifies the order of its parts, every hash, count and name. Its output can be
// used at once, but is complete only after `end`.
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { ArchiveUnfit } from '#platform/archive/archive.ts';
import type { ArchiveRecord } from '#platform/archive/archive.ts';
import type { SnapshotTable } from '#platform/db/db.ts';
import { BackupNote, FORM } from './backup-notes.ts';
import type { NoteOf } from './backup-notes.ts';

export type BackupPart =
  | { readonly kind: 'begin'; readonly begin: NoteOf<'begin'> }
  | { readonly kind: 'rows'; readonly table: SnapshotTable; readonly page: readonly string[] }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'content'; readonly path: string; readonly bytes: Buffer }
  | { readonly kind: 'file-end'; readonly path: string }
  | { readonly kind: 'end'; readonly end: NoteOf<'end'> };

/** The table or file that is being read, from its metadata record to its end record. */
type Open = {
  readonly table: SnapshotTable | undefined;
  readonly name: string;
  readonly hash: Hash;
  count: number;
};

export async function* readBackup(
  records: AsyncIterable<ArchiveRecord>,
): AsyncGenerator<BackupPart> {
  const reader = new BackupReader();
  for await (const record of records) {
    const part = record.kind === 'bytes' ? reader.take(record.bytes) : reader.note(record.note);
    if (part !== undefined) yield part;
  }
  reader.assertComplete();
}

class BackupReader {
  #tables: ReadonlyMap<string, SnapshotTable> | undefined;
  readonly #done: NoteOf<'end'>['tables'] = [];
  readonly #paths = new Set<string>();
  #open: Open | undefined;
  #isComplete = false;

  note(content: unknown): BackupPart | undefined {
    const parsed = BackupNote.safeParse(content);
    if (!parsed.success || this.#isComplete) throw damaged();
    const { data } = parsed;
    if ((data.kind === 'begin') !== (this.#tables === undefined)) throw damaged();
    switch (data.kind) {
      case 'begin':
        return this.#begin(data);
      case 'table':
        this.#start(data.name, this.#tables?.get(data.name));
        return undefined;
      case 'file':
        if (this.#paths.has(data.path)) throw damaged();
        this.#paths.add(data.path);
        this.#start(data.path, undefined);
        return { kind: 'file', path: data.path };
      case 'table-end':
        this.#end(data.name, { count: data.rows, sha256: data.sha256, isTable: true });
        this.#done.push({ name: data.name, rows: data.rows, sha256: data.sha256 });
        return undefined;
      case 'file-end':
        this.#end(data.path, { count: data.bytes, sha256: data.sha256, isTable: false });
        return { kind: 'file-end', path: data.path };
      case 'end':
        this.#complete(data);
        return { kind: 'end', end: data };
    }
  }

  take(bytes: Buffer): BackupPart {
    const open = this.#open;
    if (open === undefined) throw damaged();
    open.hash.update(bytes);
    if (open.table === undefined) {
      open.count += bytes.length;
      return { kind: 'content', path: open.name, bytes };
    }
    const page = bytes.toString().split('\n');
    open.count += page.length;
    return { kind: 'rows', table: open.table, page };
  }

  assertComplete(): void {
    if (!this.#isComplete) throw damaged();
  }

  #begin(begin: NoteOf<'begin'>): BackupPart {
    if (begin.form !== FORM) {
      throw new ArchiveUnfit('The backup is of a newer program: restore it with that one.');
    }
    this.#tables = new Map(begin.tables.map((table) => [table.name, table]));
    return { kind: 'begin', begin };
  }

  #start(name: string, table: SnapshotTable | undefined): void {
    const isTable = !this.#paths.has(name);
    if (this.#open !== undefined || (isTable && table === undefined)) throw damaged();
    this.#open = { name, table, hash: createHash('sha256'), count: 0 };
  }

  #end(
    name: string,
    said: { readonly count: number; readonly sha256: string; readonly isTable: boolean },
  ): void {
    const open = this.#open;
    if (open?.name !== name || (open.table !== undefined) !== said.isTable) throw damaged();
    if (open.count !== said.count || open.hash.digest('hex') !== said.sha256) throw damaged();
    this.#open = undefined;
  }

  #complete(end: NoteOf<'end'>): void {
    const isWhole =
      this.#open === undefined &&
      end.files === this.#paths.size &&
      this.#done.length === this.#tables?.size &&
      JSON.stringify(end.tables) === JSON.stringify(this.#done);
    if (!isWhole) throw damaged();
    this.#isComplete = true;
  }
}

function damaged(): ArchiveUnfit {
  return new ArchiveUnfit('The backup is not as it was written: take another copy of it.');
}
