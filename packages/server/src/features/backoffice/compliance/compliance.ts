// The verification queue: customers whose documents wait, and those who can be verified now.
import {
  COMPLIANCE_CASES_MAX,
  getComplianceCases,
} from '@halyard/contract/backoffice/desk/compliance';
import type { ComplianceCase } from '@halyard/contract/backoffice/desk/compliance';
import { isProfileComplete } from '#features/customers/customers.ts';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';
import { listWaiting } from './compliance-store.ts';

type Deps = Pick<OperatorCommandDeps, 'db' | 'clock' | 'customers' | 'screening'>;

export function complianceRoutes({
  db,
  clock,
  customers,
  screening,
}: Deps): readonly RouteBinding[] {
  return [
    bind(getComplianceCases, async () => {
      const waiting = await listWaiting(db.kysely, COMPLIANCE_CASES_MAX + 1);
      const cases: ComplianceCase[] = [];
      for (const row of waiting.slice(0, COMPLIANCE_CASES_MAX)) {
        const customer = await customers.getCustomer(row.customer_id);
        const { firstName, lastName } = customer.profile;
        const { state, details } = await screening.find(customer);
        cases.push({
          ...row,
          name: `${firstName} ${lastName}`,
          email: customer.email,
          profile_complete: isProfileComplete(customer),
          email_confirmed: customer.isEmailConfirmed,
          screening: {
            state,
            age_days: details?.age_days ?? null,
            reference: details?.reference ?? null,
          },
        });
      }
      return ok({
        at: new Date(clock.nowMs()).toISOString(),
        cases,
        more: waiting.length > COMPLIANCE_CASES_MAX,
      });
    }),
  ];
}
