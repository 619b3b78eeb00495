// A cursor is the id of a page's last row in base64url: opaque, so that its content can change.
import { OpaqueId } from '@halyard/contract/v1/atoms';
import * as z from 'zod/mini';

export function toCursor(id: string): string {
  return Buffer.from(id).toString('base64url');
}

/** Returns the id in a cursor; undefined for an invalid cursor. */
export function readCursor(cursor: string): string | undefined {
  const id = Buffer.from(cursor, 'base64url').toString();
  return z.safeParse(OpaqueId, id).success && toCursor(id) === cursor ? id : undefined;
}
