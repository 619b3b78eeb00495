import type { UploadsLeft } from '@halyard/contract/documents';
import { DAY_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import { countDocumentsSince } from './document-store.ts';

const DOCUMENTS_PER_DAY_MAX = 10;

/** Returns how many documents the customer can still upload today, and the daily limit. */
export async function countUploadsLeft(
  db: Kysely<object>,
  customerId: number,
  nowMs: number,
): Promise<UploadsLeft> {
  const sent = await countDocumentsSince(db, customerId, nowMs - DAY_MS);
  return {
    left: Math.max(0, DOCUMENTS_PER_DAY_MAX - sent),
    maximum: DOCUMENTS_PER_DAY_MAX,
  };
}
