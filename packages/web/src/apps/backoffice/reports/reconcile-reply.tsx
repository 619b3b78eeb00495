import { reconcileProvider } from '@halyard/contract/backoffice/treasury';
import type { ReplyOf } from '@halyard/contract/route';
import { Link } from 'react-router';
import { Notice } from '#ui/feedback/notice.tsx';
import { Badge } from '#ui/figures/badge.tsx';
import { eurosText } from '../lists/figure-texts.ts';
import { toneOf } from '../lists/state-tones.ts';
import { choiceText, labelOf, pagePath } from '../names.ts';
import parts from '../parts/parts.module.css';
import { ScrollTable } from '../parts/scroll-table.tsx';
import { TEXTS } from '../texts.ts';

type Row = ReplyOf<typeof reconcileProvider>['rows'][number];

/** A reconciled day: the counts, and our books beside the provider's, differences first. */
export function ReconcileReply({ data }: { readonly data: unknown }) {
  const { provider, day, payments, agreeing, unasked, differences, rows } =
    reconcileProvider.reply.parse(data);
  return (
    <div className={parts['stack']}>
      <Notice tone={differences.length === 0 ? 'up' : 'warn'}>
        <p className={parts['strong']}>{`${provider}, ${day} (UTC)`}</p>
        <p>
          {`${TEXTS.payments}: ${payments} · ${TEXTS.agreeing}: ${agreeing} · ${TEXTS.unasked}: ${unasked} · ${TEXTS.differing}: ${differences.length}`}
        </p>
      </Notice>
      {rows.length > 0 && (
        <ScrollTable
          label={TEXTS.reconciled}
          isRegion
          head={
            <>
              <th scope="col">{TEXTS.payment}</th>
              <th scope="col">{TEXTS.here}</th>
              <th scope="col" data-figure>
                {TEXTS.amountHere}
              </th>
              <th scope="col">{TEXTS.there}</th>
              <th scope="col" data-figure>
                {TEXTS.amountThere}
              </th>
              <th scope="col">{TEXTS.difference}</th>
            </>
          }
        >
          <tbody>
            {rows.map((row, at) => (
              // The reference alone is not a unique key: the return of a payment has the payment's
              // reference.
              <ReconciledRow key={`${row.reference} ${at}`} row={row} />
            ))}
          </tbody>
        </ScrollTable>
      )}
    </div>
  );
}

function ReconciledRow({ row: { reference, here, there, difference } }: { readonly row: Row }) {
  return (
    <tr {...(difference === null ? {} : { 'data-sum': true })}>
      <th scope="row">
        {here === null ? reference : <Link to={pagePath('deposits', reference)}>{reference}</Link>}
      </th>
      <td>
        {here === null ? (
          TEXTS.unknown
        ) : (
          <Badge tone={toneOf(here.status)}>{choiceText('status', here.status)}</Badge>
        )}
      </td>
      <td data-figure>{here === null ? TEXTS.none : eurosText(here.amount)}</td>
      <td>{there === null ? TEXTS.unknown : labelOf(there.outcome)}</td>
      <td data-figure>{thereText(there)}</td>
      <td data-long>{difference ?? (there === null ? TEXTS.nothingToCompare : TEXTS.agrees)}</td>
    </tr>
  );
}

function thereText(there: Row['there']): string {
  if (there === null || there.amount === null) return TEXTS.none;
  const { amount, currency } = there;
  return currency === null || currency === 'EUR' ? eurosText(amount) : `${amount} ${currency}`;
}
