// The end of a page as text for the next one: the sort value and the id.
import * as z from 'zod/mini';

export type Cursor = {
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  /** The sort value in the database's own format, so that instants are not rounded. */
  readonly value: string;
  readonly key: string;
};

const Parts = z.tuple([z.string(), z.enum(['asc', 'desc']), z.string(), z.string()]);

export function toCursorText({ sort, order, value, key }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, order, value, key])).toString('base64url');
}

/** Parses a cursor; undefined if it is invalid. */
export function parseCursor(text: string): Cursor | undefined {
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  const parsed = z.safeParse(Parts, json);
  if (!parsed.success) return undefined;
  const [sort, order, value, key] = parsed.data;
  return { sort, order, value, key };
}
