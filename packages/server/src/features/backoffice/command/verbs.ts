import {
  affiliateVerb,
  autoLoginVerb,
  customerVerb,
  documentVerb,
  secondFactorVerb,
  permitVerb,
} from './customers/customers.ts';
import { auditVerb } from './audit-verb.ts';
import {
  backtestVerb,
  haltVerb,
  importCandlesVerb,
  maintenanceVerb,
  resumeVerb,
  termsVerb,
} from './market/market.ts';
import { calendarVerb, contactVerb, contentVerb, popupVerb } from './content/content.ts';
import { backupVerb, restoreVerb } from './backup-verb.ts';
import {
  creditVerb,
  depositVerb,
  grantVerb,
  withdrawalVerb,
  reconcileVerb,
} from './payments/payments.ts';
import { staffVerb } from './staff-verb.ts';
import { statusVerb } from './status-verb.ts';
import { rotateKeysVerb } from './rotate-keys-verb.ts';
import { reportVerb } from './report-verb.ts';
import type { Verb } from '../verb.ts';

/** The subcommands in display order. */
export const VERBS: readonly Verb[] = [
  statusVerb,
  customerVerb,
  permitVerb,
  autoLoginVerb,
  documentVerb,
  secondFactorVerb,
  creditVerb,
  grantVerb,
  depositVerb,
  withdrawalVerb,
  affiliateVerb,
  staffVerb,
  popupVerb,
  contactVerb,
  contentVerb,
  calendarVerb,
  haltVerb,
  resumeVerb,
  termsVerb,
  maintenanceVerb,
  importCandlesVerb,
  backtestVerb,
  reconcileVerb,
  reportVerb,
  auditVerb,
  backupVerb,
  restoreVerb,
  rotateKeysVerb,
];
