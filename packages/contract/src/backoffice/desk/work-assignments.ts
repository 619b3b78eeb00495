// Who works on what waits for a decision, so that two members of staff don't do the same.
import * as z from 'zod/mini';
import { defineRoute } from '#route.ts';
import { Id, Instant, PlainLine } from '#wire.ts';

const RESOURCE_LENGTH_MAX = 40;
const RECORD_ID_LENGTH_MAX = 64;

export const WorkAssignment = z.object({
  resource: z.string(),
  record_id: z.string(),
  staff_id: Id,
  staff_name: z.string(),
  assigned_at: Instant,
});
export type WorkAssignment = z.infer<typeof WorkAssignment>;

export const Colleague = z.object({
  id: Id,
  name: z.string(),
  /** The resources that both the member and the caller can read. */
  resources: z.array(z.string()),
});
export type Colleague = z.infer<typeof Colleague>;

export const getWorkAssignments = defineRoute({
  method: 'GET',
  path: '/api/backoffice/work-assignments',
  summary:
    'Returns who works on which record, of the resources that the caller can read, and who can be assigned.',
  access: 'staff',
  roles: 'any',
  rate: 'ordinary',
  reply: z.object({
    assignments: z.array(WorkAssignment),
    colleagues: z.array(Colleague),
  }),
  rejections: [],
});

export const assignWork = defineRoute({
  method: 'POST',
  path: '/api/backoffice/work-assignments/assign',
  summary:
    'Assigns a record to the caller or a colleague, or to nobody. Rejected if somebody else has changed the assignment meanwhile.',
  access: 'staff',
  roles: 'any',
  rate: 'ordinary',
  body: z.strictObject({
    resource: PlainLine(RESOURCE_LENGTH_MAX),
    record_id: PlainLine(RECORD_ID_LENGTH_MAX),
    /** The member who works on it from now on; null: nobody. */
    staff_id: z.nullable(Id),
    /** Who worked on it as the caller saw it; null: nobody. */
    seen_staff_id: z.nullable(Id),
  }),
  reply: z.object({}),
  rejections: ['not-found', 'record-missing', 'content-changed'],
});
