// Routes of each kind of access, for tests of what HTTP does before a handler.
import { defineRoute, type Route } from '@halyard/contract/route';
import * as z from 'zod/mini';

const common = { summary: 'A test.', rate: 'ordinary', rejections: [] } as const;
const body = z.strictObject({ token: z.optional(z.string()), text: z.optional(z.string()) });

export const publicPost = defineRoute({
  ...common,
  method: 'POST',
  path: '/api/test/public',
  access: 'public',
  body,
  reply: z.object({ text: z.string() }),
});
export const customerPost = defineRoute({
  ...common,
  method: 'POST',
  path: '/api/test/customer',
  access: 'customer',
  body,
  reply: z.object({ subjectId: z.number() }),
});
export const customerPath = defineRoute({
  ...common,
  method: 'GET',
  path: '/api/test/customer/{token}',
  access: 'customer',
  params: z.strictObject({ token: z.string() }),
  reply: z.object({ subjectId: z.number() }),
});
export const publicGet = defineRoute({
  ...common,
  method: 'GET',
  path: '/api/test/query',
  access: 'public',
  query: z.strictObject({ a: z.optional(z.string()) }),
  reply: z.object({ a: z.optional(z.string()) }),
});
export const failing = (name: string): Route =>
  defineRoute({
    ...common,
    method: 'GET',
    path: `/api/test/${name}`,
    access: 'public',
    reply: z.object({}),
  });
