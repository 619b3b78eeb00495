// Actions of staff and the operator, through the back office and the operator's command, and the
// demo data of the first start. Money moves only through the engine's ledger, and every action is
// recorded in the audit log.
import { listenForOperator, OPERATOR_SOCKET } from '#platform/operator/operator.ts';
import type { OperatorSocket } from '#platform/operator/operator.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { Files } from '#platform/files/files.ts';
import { alertOperator } from './alert-operator.ts';
import type { AlertDeps } from './alert-operator.ts';
import { approvalRoutes } from './approval-routes.ts';
import { clusterRoutes } from './cluster/cluster.ts';
import { customerPageRoutes } from './customer-page/customer-page.ts';
import { createDemoData } from './demo/demo.ts';
import { complianceRoutes } from './compliance/compliance.ts';
import { deskRoutes, repeatWorkMails } from './desk/desk.ts';
import type { WorkMailDeps } from './desk/desk.ts';
import { dealingRoutes } from './dealing/dealing.ts';
import { moneyRoutes } from './treasury/treasury.ts';
import { reportRoutes } from './report-routes.ts';
import { resourceRoutes } from './resources/resources.ts';
import { runOperatorCommand } from './command/command.ts';
import type { OperatorCommandDeps } from './operator-command.ts';

export {
  backupCommand,
  explainWords,
  isCommand,
  restoreCommand,
  usageLines,
} from './command/command.ts';
export { runAudit } from './audit/audit.ts';
export { runCluster } from './cluster/cluster.ts';
export { createRemoteSurveys, createSurveys, serveSurveys } from './surveys/surveys.ts';
export type { Surveys } from './surveys/surveys.ts';

export type BackofficeOptions = OperatorCommandDeps &
  AlertDeps &
  WorkMailDeps & {
    readonly files: Files;
    readonly settings: { readonly demo: boolean };
  };

export type Backoffice = {
  readonly routes: readonly RouteBinding[];
  /** Starts the operator's socket. Call it once the engine runs and the accounts have started. */
  start(): Promise<void>;
  close(): Promise<void>;
};

export function createBackoffice(options: BackofficeOptions): Backoffice {
  const { files, log, settings } = options;
  const endAlerts = alertOperator(options);
  repeatWorkMails(options);
  let starting: Promise<OperatorSocket> | undefined;
  const open = async (): Promise<OperatorSocket> => {
    await createDemoData(options, settings.demo);
    return await listenForOperator({
      path: files.path(OPERATOR_SOCKET),
      run: async (call) => await runOperatorCommand(options, call),
      log,
    });
  };
  return {
    routes: [
      ...resourceRoutes(options),
      ...customerPageRoutes(options),
      ...moneyRoutes(options),
      ...dealingRoutes(options),
      ...reportRoutes(options),
      ...approvalRoutes(options),
      ...clusterRoutes(options),
      ...deskRoutes(options),
      ...complianceRoutes(options),
    ],
    start: async () => {
      starting = open();
      await starting;
    },
    close: async () => {
      endAlerts();
      // A part that failed to start has nothing to close, and `start` has reported it.
      const socket = await starting?.catch(() => undefined);
      await socket?.close();
    },
  };
}
