// The customer's trading screen, kept so that every browser shows the same: layout, watchlists and
// drawings. The last save of a document wins.
import * as contract from '@halyard/contract/workspace';
import type { Workspace as WireWorkspace } from '@halyard/contract/workspace';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { deleteDocumentsOf, listDocuments, putDocument } from './workspace-store.ts';

export type Workspace = {
  readonly routes: readonly RouteBinding[];
  /** Deletes the documents of a customer whose account is closed. */
  forget(tx: Kysely<object>, customerId: number): Promise<void>;
};

export type WorkspaceDeps = { readonly db: Database; readonly clock: Clock };

const NEVER_SAVED: WireWorkspace = { layout: null, watchlists: null, drawings: null };

export function createWorkspace({ db, clock }: WorkspaceDeps): Workspace {
  return {
    routes: [
      bind(contract.getWorkspace, async ({ caller }) => {
        const documents = await listDocuments(db.kysely, caller.subjectId);
        return ok(documents.reduce(withDocument, NEVER_SAVED));
      }),
      bind(contract.saveWorkspace, async ({ caller: { subjectId: customerId }, body }) => {
        const atMs = clock.nowMs();
        const versions = await db.kysely.transaction().execute(async (tx) => {
          const saved: [string, number][] = [];
          // Always in this order, so that two saves don't wait for each other.
          for (const name of contract.WORKSPACE_DOCUMENTS) {
            const document = body[name];
            if (document === undefined) continue;
            saved.push([name, await putDocument(tx, { customerId, name, document, atMs })]);
          }
          return saved;
        });
        return ok(Object.fromEntries(versions));
      }),
    ],
    forget: deleteDocumentsOf,
  };
}

/**
 * Adds a stored document. One that no longer fits its schema, because a release changed it, counts as
 * never saved.
 */
function withDocument(
  workspace: WireWorkspace,
  { name, version, document }: Awaited<ReturnType<typeof listDocuments>>[number],
): WireWorkspace {
  const schema = contract.Workspace.shape[name];
  const read = z.safeParse(schema, { version, document });
  return read.success ? { ...workspace, [name]: read.data } : workspace;
}
