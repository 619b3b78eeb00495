import { affiliateVerb } from './affiliate-verb.ts';
import { auditVerb } from './audit-verb.ts';
import { backtestVerb } from './backtest-verb.ts';
import { calendarVerb } from './calendar-verb.ts';
import { backupVerb, restoreVerb } from './backup-verb.ts';
import { contactVerb } from './contact-verb.ts';
import { contentVerb } from './content-verb.ts';
import { autoLoginVerb } from './auto-login-verb.ts';
import { creditVerb } from './credit-verb.ts';
import { depositVerb } from './deposit-verb.ts';
import { grantVerb } from './grant-verb.ts';
import { withdrawalVerb } from './withdrawal-verb.ts';
import { customerVerb } from './customer-verb.ts';
import { documentVerb } from './document-verb.ts';
import { secondFactorVerb } from './second-factor-verb.ts';
import { staffVerb } from './staff-verb.ts';
import { statusVerb } from './status-verb.ts';
import { haltVerb } from './halt-verb.ts';
import { importCandlesVerb } from './import-candles-verb.ts';
import { maintenanceVerb } from './maintenance-verb.ts';
import { permitVerb } from './permit-verb.ts';
import { popupVerb } from './popup-verb.ts';
import { reconcileVerb } from './reconcile-verb.ts';
import { reportVerb } from './report-verb.ts';
import { resumeVerb } from './resume-verb.ts';
import { termsVerb } from './terms-verb.ts';
import type { Verb } from './verb.ts';

/** In the order in which they are shown. */
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
];
