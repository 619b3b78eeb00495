// The names of the members of staff, whom records and the audit log identify as 'staff:1'.
import * as z from 'zod/mini';
import { defineRoute } from '#route.ts';
import { Id } from '#wire.ts';

export const getStaffNames = defineRoute({
  method: 'GET',
  path: '/api/backoffice/staff-names',
  summary: 'Returns the name of every member of staff, disabled ones included.',
  access: 'staff',
  roles: 'any',
  rate: 'ordinary',
  reply: z.object({ members: z.array(z.object({ id: Id, name: z.string() })) }),
  rejections: [],
});
