import type { Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';

type ImageTables = { content_images: Narrow<'content_images', object> };

export type NewImage = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly by: string;
  readonly atMs: number;
};

/** Returns whether the picture is new. */
export async function insertImage(
  db: Kysely<object>,
  { name, bytes, by, atMs }: NewImage,
): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('content_images')
    .values({ name, bytes, uploaded_by: by, uploaded_at: new Date(atMs) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function countImages(db: Kysely<object>): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('content_images')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findImage(db: Kysely<object>, name: string): Promise<Buffer | undefined> {
  const row = await tables(db)
    .selectFrom('content_images')
    .select('bytes')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.bytes;
}

function tables(db: Kysely<object>): Kysely<ImageTables> {
  return db.withTables<ImageTables>();
}
