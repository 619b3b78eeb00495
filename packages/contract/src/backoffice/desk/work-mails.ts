// Which new work a member of staff is mailed about.
import * as z from 'zod/mini';
import { defineRoute } from '#route.ts';
import { WORK_QUEUE_NAMES } from './work-queue-names.ts';

const Queues = z.array(z.enum(WORK_QUEUE_NAMES)).check(z.maxLength(WORK_QUEUE_NAMES.length));

export const getWorkMails = defineRoute({
  method: 'GET',
  path: '/api/backoffice/work-mails',
  summary: 'Returns the queues that the caller can be mailed about, and those they chose.',
  access: 'staff',
  roles: 'any',
  rate: 'ordinary',
  reply: z.object({
    /** The queues that the caller's roles work on. */
    offered: Queues,
    chosen: Queues,
    /** The address that the mails go to. */
    email: z.string(),
  }),
  rejections: [],
});

export const saveWorkMails = defineRoute({
  method: 'POST',
  path: '/api/backoffice/work-mails/save',
  summary:
    'Chooses the queues whose new records are mailed to the caller, in the language of the request. Only queues that the caller’s roles work on.',
  access: 'staff',
  roles: 'any',
  rate: 'ordinary',
  body: z.strictObject({ queues: Queues }),
  reply: z.object({}),
  rejections: [],
});
