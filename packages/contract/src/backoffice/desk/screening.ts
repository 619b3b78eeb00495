// What screening against sanctions lists and lists of politically exposed persons says of a customer.
import * as z from 'zod/mini';
import { Instant } from '#wire.ts';

export const SCREENING_RESULTS = ['clear', 'review', 'hit'] as const;
export type ScreeningResult = (typeof SCREENING_RESULTS)[number];

/** What an officer decides: the customer is not the listed person or is accepted, or is that person. */
export const SCREENING_DECISIONS = ['accept', 'confirm'] as const;
export type ScreeningDecision = (typeof SCREENING_DECISIONS)[number];

export const SCREENING_STATES = [
  /** No provider is configured. */
  'off',
  /** The provider has not answered about the present identity. */
  'not-screened',
  ...SCREENING_RESULTS,
  'accepted',
  'confirmed',
] as const;
export type ScreeningState = (typeof SCREENING_STATES)[number];

/** The states in which a customer can be verified. */
export const SETTLED_SCREENING_STATES = [
  'off',
  'clear',
  'accepted',
] as const satisfies readonly ScreeningState[];

/** Identifies the identity, the screening and its answer that an officer has seen. */
export const ScreeningVersion = z
  .string()
  .check(z.regex(/^(?:none|\d{1,15}:[a-z]+:[a-z]+):[0-9a-f]{32}$/));

export const Screening = z.object({
  /** The provider's answer, whatever was decided about it. */
  screening_result: z.nullable(z.enum(SCREENING_RESULTS)),
  screened_at: z.nullable(Instant),
  age_days: z.nullable(z.int()),
  /** The provider's own number of the case. */
  reference: z.nullable(z.string()),
  requested_at: Instant,
  /** Why the provider’s last answer could not be read. */
  failure: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(Instant),
  decision_reason: z.nullable(z.string()),
});
export type Screening = z.infer<typeof Screening>;
