import type { Kysely } from 'kysely';
import { hasRow } from '../frame/frame.ts';
import type { ListSource } from '../frame/frame.ts';
import { approvalList } from '../resources/approvals-resource.ts';
import { depositList } from '../resources/deposits-resource.ts';
import { documentList } from '../resources/documents-resource.ts';
import { entryList, messageList } from '../resources/inbox-resources.ts';
import { linkedAccountList } from '../resources/linked-accounts-resource.ts';
import { shortfallList } from '../resources/shortfalls-resource.ts';
import { withdrawalList } from '../resources/withdrawals-resource.ts';

/** The lists whose records can wait for somebody: those that declare queues. */
export const WORK_LISTS: Readonly<Record<string, ListSource<unknown>>> = {
  approvals: approvalList,
  'contact-messages': messageList,
  deposits: depositList,
  documents: documentList,
  'form-entries': entryList,
  'linked-accounts': linkedAccountList,
  shortfalls: shortfallList,
  withdrawals: withdrawalList,
};

/** Returns whether a record exists that somebody can work on. */
export async function hasWorkRecord(
  db: Kysely<object>,
  { resource, recordId }: { readonly resource: string; readonly recordId: string },
): Promise<boolean> {
  const list = Object.hasOwn(WORK_LISTS, resource) ? WORK_LISTS[resource] : undefined;
  return list !== undefined && (await hasRow(db, list, recordId));
}
