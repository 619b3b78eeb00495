// Account statements: every movement of money and every position of a period.
import * as z from 'zod/mini';
import { LANGUAGES } from './config.ts';
import { defineRoute } from './route.ts';
import { Day, tokenField } from './wire.ts';

export const STATEMENT_FORMATS = ['pdf', 'csv'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];
/** The maximum lines of a statement; a longer period is rejected. */
export const STATEMENT_LINES_MAX = 20_000;

export const createStatement = defineRoute({
  method: 'POST',
  path: '/api/accounts/statement',
  summary: 'The statement of a period as a file. Days are inclusive; all times are UTC.',
  access: 'customer',
  rate: 'credential',
  reads: true,
  body: z.strictObject({
    ...tokenField,
    from: Day('2026-01-31'),
    until: Day('2026-01-31'),
    format: z.enum(STATEMENT_FORMATS),
    language: z.optional(z.enum(LANGUAGES)),
  }),
  reply: z.object({
    file_name: z.string(),
    media_type: z.string(),
    content_base64: z.string(),
  }),
  rejections: ['too-many-lines'],
});
