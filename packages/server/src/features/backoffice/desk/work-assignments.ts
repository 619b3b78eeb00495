import { assignWork, getWorkAssignments } from '@halyard/contract/backoffice/desk/work-assignments';
import { recordAudit } from '#platform/audit/audit.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';
import { readableNames } from './own-lists.ts';
import {
  deleteOldAssignments,
  findAssignee,
  holdAssignments,
  listAssignments,
  putAssignment,
} from './work-assignment-store.ts';
import { hasWorkRecord } from './work-lists.ts';

type Deps = Pick<OperatorCommandDeps, 'db' | 'clock' | 'staff'>;

export function workAssignmentRoutes(deps: Deps): readonly RouteBinding[] {
  const { db, staff } = deps;
  return [
    bind(getWorkAssignments, async ({ caller }) => {
      const readable = readableNames(caller.roles ?? []);
      const assignments = await listAssignments(db.kysely, [...readable]);
      const members = (await staff.list()).filter(({ isDisabled }) => !isDisabled);
      const colleagues = members.flatMap(({ id, name, roles }) => {
        const resources = [...readableNames(roles)].filter((resource) => readable.has(resource));
        return resources.length === 0 ? [] : [{ id, name, resources }];
      });
      return ok({ assignments: [...assignments], colleagues });
    }),
    bind(assignWork, async ({ caller, body }) => {
      if (!readableNames(caller.roles ?? []).has(body.resource)) {
        return refused({ code: 'forbidden' });
      }
      return await assign(deps, {
        actor: `staff:${caller.subjectId}`,
        resource: body.resource,
        recordId: body.record_id,
        staffId: body.staff_id,
        seenStaffId: body.seen_staff_id,
      });
    }),
  ];
}

type Assignment = {
  readonly actor: string;
  readonly resource: string;
  readonly recordId: string;
  readonly staffId: number | null;
  readonly seenStaffId: number | null;
};

async function assign(
  { db, clock, staff }: Deps,
  { actor, resource, recordId, staffId, seenStaffId }: Assignment,
): Promise<Answer<Record<string, never>>> {
  if (staffId !== null) {
    const member = await staff.find({ id: staffId });
    const canDoIt = member?.isDisabled === false && readableNames(member.roles).has(resource);
    if (!canDoIt) return refused({ code: 'not-found' });
  }
  const record = { resource, recordId };
  // An assignment of a record that no longer exists can be given back.
  if (staffId !== null && !(await hasWorkRecord(db.kysely, record))) {
    return refused({ code: 'record-missing' });
  }
  const nowMs = clock.nowMs();
  return await db.kysely.transaction().execute(async (tx) => {
    // Two members who take the same record at once: the second one is told.
    await holdAssignments(tx);
    const current = (await findAssignee(tx, record)) ?? null;
    if (current !== seenStaffId && current !== staffId) {
      return refused({ code: 'content-changed' });
    }
    await putAssignment(tx, record, { staffId, atMs: nowMs });
    await deleteOldAssignments(tx, nowMs);
    await recordAudit(tx, nowMs, {
      actor,
      action: 'work.assign',
      subject: `${resource}:${recordId}`,
      before: { staffId: current },
      after: { staffId },
    });
    return ok({});
  });
}
