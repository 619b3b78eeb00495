import { auditVerb } from './audit-verb.ts';
import { creditVerb } from './credit-verb.ts';
import { customerVerb } from './customer-verb.ts';
import { statusVerb } from './status-verb.ts';
import { haltVerb } from './halt-verb.ts';
import { importCandlesVerb } from './import-candles-verb.ts';
import { resumeVerb } from './resume-verb.ts';
import type { Verb } from './verb.ts';

/** In the order in which they are shown. */
export const VERBS: readonly Verb[] = [
  statusVerb,
  customerVerb,
  creditVerb,
  haltVerb,
  resumeVerb,
  importCandlesVerb,
  auditVerb,
];
