import { getRelatedAccounts } from '@halyard/contract/backoffice/customer-page';
import type { ReplyOf } from '@halyard/contract/route';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '#ui/card.tsx';
import { staffCall } from '#data/auth/staff.ts';
import { Badge } from '#ui/figures/badge.tsx';
import type { PagePartProps } from '../content/page-part-props.ts';
import { numberText } from '../lists/figure-texts.ts';
import { orThrow } from '../lists/list-calls.ts';
import { toneOf } from '../lists/state-tones.ts';
import { choiceText, labelOf, pagePath } from '../names.ts';
import { Awaited } from '../parts/failure.tsx';
import { ScrollTable } from '../parts/scroll-table.tsx';
import table from '../parts/table.module.css';
import { TEXTS } from '../texts.ts';
import classes from './customer.module.css';
import { reasonsOf } from './link-reasons.ts';

type Related = ReplyOf<typeof getRelatedAccounts>['accounts'][number];

/** The accounts that may belong to the same person, with the reason of each. */
export function RelatedAccounts({ row }: PagePartProps) {
  const id = Number(row['customer_id'] ?? row['id']);
  const { data, error, refetch } = useQuery({
    queryKey: ['related', id],
    queryFn: async () => orThrow(await staffCall(getRelatedAccounts, { params: { id } })).accounts,
  });
  return (
    <Card
      title={TEXTS.relatedAccounts}
      {...(data === undefined ? {} : { note: numberText(data.length) })}
      flush
    >
      {data === undefined ? (
        <div className={classes['waiting']}>
          <Awaited error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <RelatedTable accounts={data} />
      )}
    </Card>
  );
}

function RelatedTable({ accounts }: { readonly accounts: readonly Related[] }) {
  if (accounts.length === 0) return <p className={table['empty']}>{TEXTS.relatedEmpty}</p>;
  return (
    <ScrollTable
      label={TEXTS.relatedAccounts}
      head={
        <>
          <th scope="col">{labelOf('customer')}</th>
          <th scope="col">{TEXTS.why}</th>
          <th scope="col" data-figure>
            {labelOf('score')}
          </th>
          <th scope="col">{labelOf('status')}</th>
        </>
      }
    >
      <tbody>
        {accounts.map((account) => (
          <tr key={account.link_id}>
            <th scope="row" data-long className={classes['who']}>
              <Link to={pagePath('customers', account.customer_id)}>
                {account.name ?? `${labelOf('customer')} #${account.customer_id}`}
              </Link>
              {account.email !== undefined && (
                <span className={classes['note']}>{account.email}</span>
              )}
            </th>
            <td data-long className={classes['why']}>
              <ul className={classes['reasons']}>
                {reasonsOf(account).map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </td>
            <td data-figure>{numberText(account.score)}</td>
            <td>
              <Badge tone={toneOf(account.status)}>{choiceText('status', account.status)}</Badge>{' '}
              <Link to={pagePath('linked-accounts', account.link_id)}>{TEXTS.evidence}</Link>
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
