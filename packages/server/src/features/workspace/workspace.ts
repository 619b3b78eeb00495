// The customer's trading screens, stored so that every browser shows the same: layout, watchlists
// and drawings, of the live account and of the practice account. The last save of a document wins,
// except for watchlists, which programs change, too: a save of these names the version that it
// changes.
import * as contract from '@halyard/contract/workspace';
import type { Route } from '@halyard/contract/route';
import type { Workspace as WireWorkspace } from '@halyard/contract/workspace';
import type { Kysely } from 'kysely';
import { ACCOUNT_KINDS } from '@halyard/contract/practice/practice';
import type { AccountKind } from '@halyard/contract/practice/practice';
import { onPractice } from '@halyard/contract/practice/practice-paths';
import * as z from 'zod/mini';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { createWatchlistDesk } from './watchlist-desk.ts';
import type { WatchlistDesk } from './watchlist-desk.ts';
import { deleteDocumentsOf, holdDocuments, listDocuments, putDocument } from './workspace-store.ts';
import type { Screen } from './workspace-store.ts';

export type Workspace = {
  readonly routes: readonly RouteBinding[];
  readonly watchlists: WatchlistDesk;
  /** Deletes the documents of a customer whose account is closed. */
  forget(tx: Kysely<object>, customerId: number): Promise<void>;
};

export type WorkspaceDeps = { readonly db: Database; readonly clock: Clock };

const NEVER_SAVED: WireWorkspace = { layout: null, watchlists: null, drawings: null };

export function createWorkspace(deps: WorkspaceDeps): Workspace {
  return {
    routes: ACCOUNT_KINDS.flatMap((environment) => routesOf(deps, environment)),
    watchlists: createWatchlistDesk(deps),
    forget: deleteDocumentsOf,
  };
}

function routesOf({ db, clock }: WorkspaceDeps, environment: AccountKind): RouteBinding[] {
  const routeOf = <R extends Route>(route: R): R =>
    environment === 'practice' ? onPractice(route) : route;
  return [
    bind(routeOf(contract.getWorkspace), async ({ caller: { subjectId: customerId } }) => {
      return ok(await readWorkspace(db.kysely, { customerId, environment }));
    }),
    bind(routeOf(contract.saveWorkspace), async ({ caller: { subjectId: customerId }, body }) => {
      const screen = { customerId, environment, atMs: clock.nowMs() };
      return await db.kysely.transaction().execute(async (tx) => {
        const saved: [string, number][] = [];
        await holdDocuments(tx, screen);
        if (await isOutdated(tx, screen, body)) return refused({ code: 'content-changed' });
        for (const name of contract.WORKSPACE_DOCUMENTS) {
          const document = body[name];
          if (document === undefined) continue;
          saved.push([name, await putDocument(tx, { ...screen, name, document })]);
        }
        return ok(Object.fromEntries(saved));
      });
    }),
  ];
}

/** Returns whether the watchlists were saved since the version that a change started from. */
async function isOutdated(
  tx: Kysely<object>,
  screen: Screen,
  { watchlists, watchlists_version: version }: z.infer<typeof contract.saveWorkspace.body>,
): Promise<boolean> {
  if (watchlists === undefined || version === undefined) return false;
  const { watchlists: stored } = await readWorkspace(tx, screen);
  return version !== (stored?.version ?? 0);
}

async function readWorkspace(db: Kysely<object>, screen: Screen): Promise<WireWorkspace> {
  return (await listDocuments(db, screen)).reduce(withDocument, NEVER_SAVED);
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
