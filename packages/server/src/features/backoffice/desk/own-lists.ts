import { getOwnLists, OwnLists, saveOwnLists } from '@halyard/contract/backoffice/desk/own-lists';
import type { SharedView } from '@halyard/contract/backoffice/desk/own-lists';
import { RESOURCES } from '@halyard/contract/backoffice/resources';
import { isAllowed, type Role } from '@halyard/contract/backoffice/roles';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import type { OperatorCommandDeps } from '../operator-command.ts';
import { listStaffDocuments, putStaffDocument } from './staff-document-store.ts';

const NEVER_SAVED: OwnLists = { columns: [], views: [] };

export function ownListRoutes({
  db,
  clock,
}: Pick<OperatorCommandDeps, 'db' | 'clock'>): readonly RouteBinding[] {
  return [
    bind(getOwnLists, async ({ caller }) => {
      const readable = readableNames(caller.roles ?? []);
      let own = NEVER_SAVED;
      let version = 0;
      const shared: SharedView[] = [];
      const found = await listStaffDocuments(db.kysely, {
        staffId: caller.subjectId,
        name: 'lists',
      });
      for (const { staffId, staffName, version: saved, document } of found) {
        if (staffId === caller.subjectId) version = saved;
        // A document that no longer fits its schema, because a release changed it, counts as never
        // saved.
        const read = z.safeParse(OwnLists, document);
        if (!read.success) continue;
        if (staffId === caller.subjectId) own = read.data;
        else {
          const views = read.data.views.filter(
            (view) => view.shared && readable.has(view.resource),
          );
          shared.push(...views.map((view) => ({ staff_id: staffId, staff_name: staffName, view })));
        }
      }
      return ok({ own, version, shared });
    }),
    bind(saveOwnLists, async ({ caller, body: { version: seen, ...document } }) => {
      const version = await putStaffDocument(db.kysely, {
        staffId: caller.subjectId,
        name: 'lists',
        version: seen,
        document,
        atMs: clock.nowMs(),
      });
      return version === undefined ? refused({ code: 'content-changed' }) : ok({ version });
    }),
  ];
}

/** The names of the resources that these roles can read. */
export function readableNames(roles: readonly Role[]): ReadonlySet<string> {
  return new Set(
    RESOURCES.filter(({ shape }) => isAllowed(roles, shape.read)).map(({ shape }) => shape.name),
  );
}
