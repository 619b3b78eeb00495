// The verification queue of compliance: each customer once, with everything that a decision needs.
import * as z from 'zod/mini';
import { defineRoute } from '#route.ts';
import { Id, Instant } from '#wire.ts';
import { DOCUMENT_KINDS } from '#documents.ts';
import { ACCOUNT_STATUSES } from '../customers.ts';
import { DOCUMENT_EXPIRIES, DOCUMENT_STATUSES } from '../documents.ts';
import { SCREENING_STATES } from './screening.ts';
import { allow } from '../roles.ts';

/** The maximum number of cases that are shown, those that wait longest first. */
export const COMPLIANCE_CASES_MAX = 50;

/** The result of the customer's latest answers to the questions about leveraged trading. */
export const APPROPRIATENESS_RESULTS = [
  'not-answered',
  'passed',
  'failed',
  /** Failed, and the customer continued despite the warning. */
  'warned',
] as const;

/** What a case waits for: a decision about a document, the screening, or the customer. */
export const COMPLIANCE_STEPS = ['documents', 'screening', 'verification'] as const;

export const ComplianceCase = z.object({
  customer_id: Id,
  name: z.string(),
  email: z.string(),
  step: z.enum(COMPLIANCE_STEPS),
  waiting_since: Instant,
  /** The latest document of each kind. */
  documents: z.array(
    z.object({
      id: Id,
      kind: z.enum(DOCUMENT_KINDS),
      status: z.enum(DOCUMENT_STATUSES),
      uploaded_at: Instant,
      expires_on: z.nullable(z.string()),
      expiry: z.nullable(z.enum(DOCUMENT_EXPIRIES)),
    }),
  ),
  profile_complete: z.boolean(),
  email_confirmed: z.boolean(),
  appropriateness: z.enum(APPROPRIATENESS_RESULTS),
  status: z.enum(ACCOUNT_STATUSES),
  /** What screening says of the customer as the profile is now. */
  screening: z.object({
    state: z.enum(SCREENING_STATES),
    age_days: z.nullable(z.int()),
    reference: z.nullable(z.string()),
  }),
  /** How many documents of the customer were rejected before. */
  rejected: z.int(),
  /** Whether the customer changed the profile after the first document that waits. */
  profile_changed: z.boolean(),
  /** The linked accounts that were not dismissed, and the highest score among them. */
  links: z.int(),
  highest_score: z.nullable(z.int()),
});
export type ComplianceCase = z.infer<typeof ComplianceCase>;

export const getComplianceCases = defineRoute({
  method: 'GET',
  path: '/api/backoffice/compliance',
  summary:
    'Returns the customers whose documents or screening wait for a decision, and those whose documents were approved lately and who are not verified, the longest waiting first.',
  access: 'staff',
  roles: allow('compliance'),
  rate: 'ordinary',
  reply: z.object({
    at: Instant,
    cases: z.array(ComplianceCase),
    /** Whether more customers wait than are shown. */
    more: z.boolean(),
  }),
  rejections: [],
});
