// Resource actions on one or many records, with the same checks and audit entries for all.
import type { ManyReply } from '@halyard/contract/backoffice/resource';
import { findEnding } from '@halyard/contract/backoffice/endings';
import { rejectionText } from '@halyard/contract/rejections';
import { assertPresent } from '@halyard/core/assertion';
import { withAuditOrigin } from '#platform/audit/audit.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { findRow } from './list-rows.ts';
import type { ActionRequest, Frame } from './resource-source.ts';

// The inputs that the frame itself reads; the declaration has the complete schema.
const ActionInput = z.looseObject({ reason: z.string() });
const ManyInput = z.looseObject({ reason: z.string(), ids: z.array(z.unknown()) });
const OneInput = z.object({ id: z.unknown() });
const ActionReply = z.object({ changed: z.optional(z.boolean()) });

export function bindActions(frame: Frame): readonly RouteBinding[] {
  return Object.entries(frame.resource.actions).map(([name, route]) => {
    const act = actOf(frame, name);
    return bind(route, async ({ params, body, caller, ip, origin }) => {
      const { reason, ...input } = z.parse(ActionInput, body);
      const id = route.params === undefined ? undefined : z.parse(OneInput, params).id;
      return await act({ id, input, reason, staffId: caller.subjectId, ip, origin });
    });
  });
}

/**
 * Binds the bulk actions. Records are processed one after another, so that each sees the results of
 * those before.
 */
export function bindMany(frame: Frame): readonly RouteBinding[] {
  return Object.entries(frame.resource.many).map(([name, route]) => {
    const act = actOf(frame, name);
    return bind(route, async ({ body, caller, ip, origin }) => {
      const { reason, ids, ...input } = z.parse(ManyInput, body);
      const rows: ManyReply['rows'] = [];
      for (const id of new Set(ids)) {
        const answer = await act({ id, input, reason, staffId: caller.subjectId, ip, origin });
        rows.push({ id: String(id), ...outcomeOf(answer) });
      }
      return ok({ done: rows.filter(({ outcome }) => outcome === 'done').length, rows });
    });
  });
}

function outcomeOf(answer: Answer<unknown>): Omit<ManyReply['rows'][number], 'id'> {
  if (answer.kind === 'refused')
    return { outcome: 'refused', why: rejectionText(answer.rejection) };
  const { changed = true } = z.parse(ActionReply, answer.data);
  return { outcome: changed ? 'done' : 'unchanged', why: null };
}

/** A requested action; `id` is undefined for one on the whole resource. */
type Asked = Omit<ActionRequest<unknown, unknown>, 'actor'>;

/** Executes the action if the record exists and nothing prevents it, and records its reason. */
function actOf({ deps, resource, source }: Frame, name: string) {
  const run = assertPresent(source.actions[name], `${name} of ${resource.shape.name}`);
  return async (asked: Asked): Promise<Answer<unknown>> => {
    const { id, reason, ip, staffId } = asked;
    if (id !== undefined) {
      const row = await findRow(deps.db.kysely, source.list, id);
      if (row === undefined) return refused({ code: 'not-found' });
      const ending = findEnding(resource.shape, row, name);
      if (ending !== undefined) return refused({ code: ending.rejection });
    }
    const request = { ...asked, actor: `staff:${staffId}` };
    return await withAuditOrigin({ ip, reason }, async () => await run(request));
  };
}
