import { customers } from '@halyard/contract/backoffice/customers';
import { getMarkOuts } from '@halyard/contract/backoffice/dealing';
import { symbols } from '@halyard/contract/backoffice/symbols';
import type { ReplyOf } from '@halyard/contract/route';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '#ui/card.tsx';
import { SparkLine } from '#ui/figures/spark-line.tsx';
import { eurosText, numberText } from '../lists/figure-texts.ts';
import { pagePath } from '../names.ts';
import { Awaited } from '../parts/failure.tsx';
import parts from '../parts/parts.module.css';
import { ScrollTable } from '../parts/scroll-table.tsx';
import table from '../parts/table.module.css';
import { readOverview } from '../reports/read-overview.ts';
import { TEXTS } from '../texts.ts';
import { INTL_LANGUAGE } from '../texts/language.ts';
import { DEALING_TEXTS } from './dealing-texts.ts';
import classes from './dealing.module.css';

type Row = ReplyOf<typeof getMarkOuts>['rows'][number];

const REFRESH_EVERY_MS = 60_000;
const HORIZONS = ['after_1s', 'after_10s', 'after_60s'] as const;

/** Which customers' fills the price follows: the largest gain after 10 seconds first. */
export function MarkOutCard() {
  const { data, error, refetch } = useQuery({
    queryKey: ['mark-outs'],
    refetchInterval: REFRESH_EVERY_MS,
    queryFn: async ({ signal }) => getMarkOuts.reply.parse(await readOverview(getMarkOuts, signal)),
  });
  return (
    <Card title={DEALING_TEXTS.markOuts} flush>
      {data === undefined ? (
        <div className={classes['waiting']}>
          <Awaited error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <>
          {data.rows.length === 0 ? (
            <p className={table['empty']}>{DEALING_TEXTS.markOutsEmpty}</p>
          ) : (
            <MarkOutTable rows={data.rows} />
          )}
          <p className={`${parts['hint']} ${classes['waiting']}`}>
            {`${DEALING_TEXTS.markOutsHint} ${DEALING_TEXTS.markOutFills} ${numberText(data.fills)}. ${DEALING_TEXTS.markOutsUnknown} ${numberText(data.unknown)}.`}
          </p>
        </>
      )}
    </Card>
  );
}

function MarkOutTable({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <ScrollTable
      label={DEALING_TEXTS.markOuts}
      head={
        <>
          <th scope="col">{TEXTS.workCustomer}</th>
          <th scope="col">{TEXTS.symbol}</th>
          <th scope="col" data-figure>
            {DEALING_TEXTS.fills}
          </th>
          {HORIZONS.map((horizon) => (
            <th key={horizon} scope="col" data-figure>
              {DEALING_TEXTS[horizon]}
            </th>
          ))}
          <th scope="col">{DEALING_TEXTS.markOutPlot}</th>
          <th scope="col" data-figure>
            {DEALING_TEXTS.gain}
          </th>
        </>
      }
    >
      <tbody>
        {rows.map((row) => (
          <MarkOutRow key={`${row.customer_id}/${row.symbol}`} row={row} />
        ))}
      </tbody>
    </ScrollTable>
  );
}

function MarkOutRow({ row }: { readonly row: Row }) {
  const { customer_id: customerId, symbol, fills, move, gain } = row;
  return (
    <tr>
      <th scope="row">
        <Link to={pagePath(customers.shape.name, customerId)}>{`#${customerId}`}</Link>
      </th>
      <td>
        <Link to={pagePath(symbols.shape.name, symbol)}>{symbol}</Link>
      </td>
      <td data-figure>{numberText(fills)}</td>
      {HORIZONS.map((horizon) => (
        <td key={horizon} data-figure>
          {signedText(move[horizon])}
        </td>
      ))}
      <td>
        <SparkLine
          values={[0, ...HORIZONS.map((horizon) => move[horizon])]}
          isFalling={move.after_10s < 0}
        />
      </td>
      <td data-figure>{eurosText(gain.after_10s)}</td>
    </tr>
  );
}

const SIGNED = new Intl.NumberFormat(INTL_LANGUAGE, {
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** '+12.5' or '−0.3'. */
function signedText(value: number): string {
  return SIGNED.format(value).replace('-', '−');
}
