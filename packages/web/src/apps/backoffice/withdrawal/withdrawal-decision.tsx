import { getRelatedAccounts } from '@halyard/contract/backoffice/customer-page';
import { isAllowed } from '@halyard/contract/backoffice/roles';
import { withdrawals } from '@halyard/contract/backoffice/withdrawals';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { Card } from '#ui/card.tsx';
import { Badge } from '#ui/figures/badge.tsx';
import type { PagePartProps } from '../content/page-part-props.ts';
import { RelatedAccounts } from '../customer/related-accounts.tsx';
import { eurosText } from '../lists/figure-texts.ts';
import { FieldValue } from '../lists/field-value.tsx';
import { toneOf } from '../lists/state-tones.ts';
import { choiceText, labelOf, pagePath } from '../names.ts';
import { mayCall } from '../reports/overviews.ts';
import { useStaff } from '../staff/staff-context.ts';
import { TEXTS } from '../texts.ts';
import { ApprovalNote } from '../approvals/approval-state.tsx';
import { CheckList } from './check-list.tsx';
import { toChecks } from './decision-checks.ts';
import classes from './withdrawal.module.css';

const { row: fields, detail } = withdrawals.shape;
// Each field is absent for a role that can't read it.
const Shown = z.partial(
  z.object({
    ...schemasOf(detail),
    status: fields.status.schema,
    amount: fields.amount.schema,
    email: fields.email.schema,
    customer_id: fields.customer_id.schema,
  }),
);
const TABLES = ['sources', 'open_positions', 'recent_changes', 'approvals_given'] as const;

/** The payment, and the checks for and against it. */
export function WithdrawalDecision({ row }: PagePartProps) {
  const shown = z.parse(Shown, row);
  const { amount = 0, customer_id: customerId, customer_name: name, status } = shown;
  const first = status === 'pending' ? shown.approvals_given?.[0] : undefined;
  return (
    <Card>
      <div className={classes['what']}>
        <div className={classes['payment']}>
          <p className={classes['amount']}>{eurosText(Math.abs(amount))}</p>
          {status !== undefined && (
            <Badge tone={toneOf(status)}>{choiceText('status', status)}</Badge>
          )}
        </div>
        <dl className={classes['facts']}>
          {shown.pay_to !== undefined && (
            <Fact name={labelOf('pay_to')}>{shown.pay_to ?? TEXTS.none}</Fact>
          )}
          {customerId !== undefined && (
            <Fact name={labelOf('customer')}>
              <Link to={pagePath('customers', customerId)}>{name ?? `#${customerId}`}</Link>
              <small>{shown.email}</small>
            </Fact>
          )}
          {shown.cash_left !== undefined && (
            <Fact name={labelOf('cash_left')}>{eurosText(shown.cash_left)}</Fact>
          )}
        </dl>
        <div className={classes['aside']}>
          <CheckList checks={toChecks(shown)} />
        </div>
      </div>
      {first !== undefined && <ApprovalNote action="withdrawal" by={first.by} />}
    </Card>
  );
}

/** The records on which the checks are based. */
export function WithdrawalEvidence({ row }: PagePartProps) {
  const { roles } = useStaff();
  const shown = z.parse(Shown, row);
  return (
    <>
      {TABLES.filter((table) => (shown[table]?.length ?? 0) > 0).map((table) => (
        <Card key={table} title={labelOf(table)} flush>
          <FieldValue name={table} schema={detail[table].schema} value={row[table]} />
        </Card>
      ))}
      {mayCall(getRelatedAccounts, roles) && isAllowed(roles, detail.pay_to.read) && (
        <RelatedAccounts row={row} />
      )}
    </>
  );
}

type FactProps = { readonly name: string; readonly children: ReactNode };

function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type Schemas<F> = { readonly [Name in keyof F]: F[Name] extends { schema: infer S } ? S : never };

function schemasOf<F extends Readonly<Record<string, { readonly schema: unknown }>>>(
  declared: F,
): Schemas<F> {
  const entries = Object.entries(declared).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(entries) as Schemas<F>;
}
