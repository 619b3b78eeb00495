import {
  affiliateCommand,
  autoLoginCommand,
  customerCommand,
  documentCommand,
  editProfileCommand,
  secondFactorCommand,
  permitCommand,
} from './customers/customers.ts';
import { auditCommand } from './audit-command.ts';
import {
  backtestCommand,
  haltCommand,
  importCandlesCommand,
  maintenanceCommand,
  resumeCommand,
  termsCommand,
} from './market/market.ts';
import {
  calendarCommand,
  contactCommand,
  contentCommand,
  popupCommand,
} from './content/content.ts';
import { backupCommand, restoreCommand } from './backup-command.ts';
import { clusterCommand } from './cluster-command.ts';
import {
  creditCommand,
  depositCommand,
  grantCommand,
  withdrawalCommand,
  reconcileCommand,
} from './payments/payments.ts';
import { staffCommand } from './staff-command.ts';
import { statusCommand } from './status-command.ts';
import { rotateKeysCommand } from './rotate-keys-command.ts';
import { reportCommand } from './report-command.ts';
import type { OperatorCommand } from '../operator-command.ts';

/** The subcommands in display order. */
export const COMMANDS: readonly OperatorCommand[] = [
  statusCommand,
  clusterCommand,
  customerCommand,
  editProfileCommand,
  permitCommand,
  autoLoginCommand,
  documentCommand,
  secondFactorCommand,
  creditCommand,
  grantCommand,
  depositCommand,
  withdrawalCommand,
  affiliateCommand,
  staffCommand,
  popupCommand,
  contactCommand,
  contentCommand,
  calendarCommand,
  haltCommand,
  resumeCommand,
  termsCommand,
  maintenanceCommand,
  importCandlesCommand,
  backtestCommand,
  reconcileCommand,
  reportCommand,
  auditCommand,
  backupCommand,
  restoreCommand,
  rotateKeysCommand,
];
