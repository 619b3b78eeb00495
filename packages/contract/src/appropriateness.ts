// Appropriateness test: questions about leverage before the first position, scored by the server. A
// customer who fails sees a warning and can continue after enough time to read it.
import * as z from 'zod/mini';
import { LANGUAGES_OFFERED } from './config.ts';
import { defineRoute } from './route.ts';
import { Id, Instant, tokenField } from './wire.ts';

const ANSWERS_MAX = 20;
const Choice = z.object({ id: z.string(), text: z.string() });
const Key = z.string().check(z.minLength(1), z.maxLength(40));

export const Appropriateness = z.object({
  /** Whether this installation requires the test. */
  required: z.boolean(),
  /** Whether the test allows the customer to open positions. */
  cleared: z.boolean(),
  version: z.string(),
  /** The attempt in progress; null if there is none. */
  attempt: z.nullable(
    z.object({
      id: Id,
      questions: z.array(z.object({ ...Choice.shape, answers: z.array(Choice) })),
      /**
       * The earliest time for answers. Earlier ones are rejected, because the questions can't have
       * been read.
       */
      answer_from: Instant,
    }),
  ),
  /**
   * The warning after a failed attempt. The customer acknowledges it by the attempt's id, not
   * before this time.
   */
  warning: z.nullable(z.object({ attempt: Id, text: z.string(), acknowledge_from: Instant })),
});
export type Appropriateness = z.infer<typeof Appropriateness>;

const common = {
  method: 'POST',
  access: 'customer',
  rate: 'ordinary',
  reply: Appropriateness,
} as const;
const fields = { ...tokenField, lng: z.optional(z.enum(LANGUAGES_OFFERED)) };

export const getAppropriateness = defineRoute({
  ...common,
  path: '/api/accounts/appropriateness',
  reads: true,
  summary: 'Returns whether the customer still has to answer, and the attempt in progress.',
  body: z.strictObject(fields),
  rejections: [],
});

export const beginAppropriateness = defineRoute({
  ...common,
  path: '/api/accounts/appropriateness/begin',
  summary: 'Starts an attempt, at most three a day, or continues the current one.',
  body: z.strictObject(fields),
  rejections: [],
});

export const answerAppropriateness = defineRoute({
  ...common,
  path: '/api/accounts/appropriateness/answer',
  summary: 'Answers every question of the open attempt.',
  body: z.strictObject({
    ...fields,
    attempt: Id,
    answers: z
      .record(Key, Key)
      .check(z.refine((answers) => Object.keys(answers).length <= ANSWERS_MAX)),
  }),
  rejections: ['not-found', 'too-early'],
});

export const acknowledgeWarning = defineRoute({
  ...common,
  path: '/api/accounts/appropriateness/acknowledge',
  summary: 'Acknowledges the warning and continues.',
  body: z.strictObject({ ...fields, attempt: Id }),
  rejections: ['not-found', 'too-early'],
});
