import type { Database } from '#platform/db/db.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { deleteDocument, listDocuments } from './document-store.ts';

const PAGE = 100;

/**
 * Deletes a customer's documents, files first: after a crash in between, the next call finds the
 * row and deletes it.
 */
export async function eraseDocumentsOf(
  { db, vault }: { readonly db: Database; readonly vault: Vault },
  customerId: number,
): Promise<void> {
  for (;;) {
    const documents = await listDocuments(db.kysely, { customerId, limit: PAGE });
    if (documents.length === 0) return;
    for (const { id, fileId } of documents) {
      await vault.remove(fileId);
      await deleteDocument(db.kysely, id);
    }
  }
}
