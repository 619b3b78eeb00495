// The error envelope as every refusal must look on the wire, strictly.
import { REJECTIONS } from '@halyard/contract/rejections';
import * as z from 'zod/mini';

export const ErrorEnvelope = z.strictObject({
  status: z.literal('error'),
  code: z.string().check(z.refine((code) => Object.hasOwn(REJECTIONS, code))),
  message: z.string().check(z.minLength(1)),
  errors: z.optional(z.record(z.string(), z.string())),
  facts: z.optional(z.record(z.string(), z.unknown())),
  requestId: z.string().check(z.minLength(1)),
  data: z.null(),
});
