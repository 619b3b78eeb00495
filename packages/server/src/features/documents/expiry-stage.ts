import { EXPIRY_NOTICE_DAYS } from '@halyard/contract/documents';
import type { DocumentKind } from '@halyard/contract/documents';
import { DAY_MS } from '@halyard/core/time';
import { isoDay } from '#platform/clock/clock.ts';

/** Returns the last expiry day of which customer and staff are notified now. */
export function endOfNotice(nowMs: number): string {
  return isoDay(nowMs + EXPIRY_NOTICE_DAYS * DAY_MS);
}

/** Returns whether a document that is valid until this day (in UTC) has expired. */
export function isPast(expiresOn: string, nowMs: number): boolean {
  return expiresOn < isoDay(nowMs);
}

/** Returns how notifications name a document. */
export function documentWord(kind: DocumentKind): 'passport' | 'address' | 'funding' {
  return kind === 'passport' || kind === 'address' ? kind : 'funding';
}
