import { auditVerb } from './audit-verb.ts';
import { creditVerb } from './credit-verb.ts';
import { customerVerb } from './customer-verb.ts';
import { statusVerb } from './status-verb.ts';
import type { Verb } from './verb.ts';

/** In the order in which they are shown. */
export const VERBS: readonly Verb[] = [statusVerb, customerVerb, creditVerb, auditVerb];
