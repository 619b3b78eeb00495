// Metadata of a backup, between its rows and files.
import * as z from 'zod/mini';

export const FORM = 1;

const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Count = z.int().check(z.minimum(0));
/** The name of a table or column; the length limit is PostgreSQL's own. */
const Name = z.string().check(z.minLength(1), z.maxLength(127));
const Migration = z.object({ name: Name, checksum: Sha256 });

/**
 * The only places where a backup can restore files: no other name can leave DATA_DIR or overwrite
 * the program's own files.
 */
const FILE_PATH =
  /^(?:secrets\/[a-z][a-z0-9-]{0,63}|documents\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|outbox\/[\w-]{1,100}\.eml|first-run\.json)$/;

export const BackupNote = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('begin'),
    form: z.int(),
    id: z.uuid(),
    madeAt: z.iso.datetime(),
    migrations: z.array(Migration),
    tables: z.array(z.object({ name: Name, columns: z.array(Name) })),
  }),
  z.object({ kind: z.literal('table'), name: Name }),
  z.object({ kind: z.literal('table-end'), name: Name, rows: Count, sha256: Sha256 }),
  z.object({ kind: z.literal('file'), path: z.string().check(z.regex(FILE_PATH)) }),
  z.object({ kind: z.literal('file-end'), path: z.string(), bytes: Count, sha256: Sha256 }),
  z.object({
    kind: z.literal('end'),
    sequences: z.array(
      z.object({ name: Name, last: z.nullable(z.string().check(z.regex(/^\d{1,19}$/))) }),
    ),
    tables: z.array(z.object({ name: Name, rows: Count, sha256: Sha256 })),
    files: Count,
    /** The number of documents that are in the database and missing on disk. */
    missingFiles: Count,
  }),
]);
export type BackupNote = z.infer<typeof BackupNote>;
export type NoteOf<Kind extends BackupNote['kind']> = Extract<BackupNote, { kind: Kind }>;

export function isFilePath(path: string): boolean {
  return FILE_PATH.test(path);
}
