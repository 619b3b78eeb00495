import { getFeeds } from '@halyard/contract/backoffice/dealing';
import { assertPresent } from '@halyard/core/assertion';
import { Card } from '#ui/card.tsx';
import { kindOf } from '../lists/field-kind.ts';
import { FieldValue } from '../lists/field-value.tsx';
import { numberText } from '../lists/figure-texts.ts';
import { ScrollTable } from '../parts/scroll-table.tsx';
import table from '../parts/table.module.css';
import { TEXTS } from '../texts.ts';
import classes from './dealing.module.css';
import { sumRejections } from './sum-rejections.ts';

/** The state of the feeds, with a bar for the rejected quotes of each symbol. */
export function FeedsPart({ data }: { readonly data: unknown }) {
  const feeds = getFeeds.reply.parse(data);
  const kind = kindOf('', getFeeds.reply);
  const shape = kind.kind === 'facts' ? kind.shape : {};
  const show = (name: keyof typeof feeds) => (
    <FieldValue name={name} schema={assertPresent(shape[name], name)} value={feeds[name]} />
  );
  const sums = sumRejections(feeds.rejections);
  return (
    <>
      <Card title={TEXTS.priceFeeds} flush>
        {show('feeds')}
        {feeds.feeds.some(({ connection }) => connection === null) && (
          <p className={table['empty']}>{TEXTS.feedsWithoutConnection}</p>
        )}
      </Card>
      <Card title={TEXTS.rejectionsBySymbol} flush>
        {sums.length === 0 ? (
          <p className={table['empty']}>{TEXTS.rejectionsNone}</p>
        ) : (
          <RejectionBars sums={sums} />
        )}
      </Card>
      {sums.length > 0 && (
        <Card title={TEXTS.rejectionsBySource} flush>
          {show('rejections')}
        </Card>
      )}
      <Card title={TEXTS.priceHistory}>{show('history')}</Card>
    </>
  );
}

type RejectionBarsProps = { readonly sums: ReturnType<typeof sumRejections> };

/** A bar for each symbol, on one scale. */
function RejectionBars({ sums }: RejectionBarsProps) {
  const most = Math.max(...sums.map(({ count }) => count));
  return (
    <ScrollTable
      label={TEXTS.rejectionsBySymbol}
      head={
        <>
          <th scope="col">{TEXTS.symbol}</th>
          <th scope="col" data-figure>
            {TEXTS.rejectedQuotesColumn}
          </th>
          <th scope="col">{TEXTS.shareOfMost}</th>
        </>
      }
    >
      <tbody>
        {sums.map(({ symbol, count }) => (
          <tr key={symbol ?? ''}>
            <th scope="row">{symbol ?? TEXTS.noSymbol}</th>
            <td data-figure>{numberText(count)}</td>
            <td>
              <CountBar share={count / most} />
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

/** A bar without text: the figure stands beside it. */
function CountBar({ share }: { readonly share: number }) {
  return (
    <svg className={classes['sides']} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
      <rect className={classes['count']} width={100 * share} height={10} />
    </svg>
  );
}
