import { getApprovalRules } from '@halyard/contract/backoffice/approval-rules';
import { toEuros } from '@halyard/core/money';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { OperatorCommandDeps } from './operator-command.ts';

export function approvalRoutes({
  approvals,
}: Pick<OperatorCommandDeps, 'approvals'>): readonly RouteBinding[] {
  const rules = approvals.rules.map(({ action, limitCents, sum, roles, people }) => ({
    action,
    limit: limitCents < 0 ? null : toEuros(limitCents),
    sum,
    roles: [...roles],
    people,
  }));
  const { approverAgeDays } = approvals;
  return [bind(getApprovalRules, async () => ok({ rules, approver_age_days: approverAgeDays }))];
}
