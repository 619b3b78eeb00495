import { getDayFigures } from '@halyard/contract/backoffice/day-figures';
import { getDealing } from '@halyard/contract/backoffice/dealing';
import { assertPresent } from '@halyard/core/assertion';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '#ui/card.tsx';
import { kindOf } from '../lists/field-kind.ts';
import { FieldValue } from '../lists/field-value.tsx';
import { eurosText, momentText, numberText } from '../lists/figure-texts.ts';
import { labelOf, pagePath } from '../names.ts';
import { Awaited } from '../parts/failure.tsx';
import parts from '../parts/parts.module.css';
import { ScrollTable } from '../parts/scroll-table.tsx';
import table from '../parts/table.module.css';
import { BarPlot } from '#ui/figures/bar-plot.tsx';
import { readOverview } from '../reports/read-overview.ts';
import { TEXTS } from '../texts.ts';
import { toExposureRows, type ExposureRow } from './exposure-rows.ts';
import classes from './dealing.module.css';
import { MarkOutCard } from './mark-out-card.tsx';
import { ScenarioCard } from './scenario-card.tsx';

const HOURS_REFRESH_EVERY_MS = 60_000;
const HOURS = 24;
const LISTS = ['near_close_out', 'largest'] as const;
const EMPTY = { near_close_out: TEXTS.nearCloseOutEmpty, largest: TEXTS.largestEmpty } as const;

/** The broker's risk as diagrams: by symbol and direction, over the day, and by account. */
export function DealingPart({ data }: { readonly data: unknown }) {
  const dealing = getDealing.reply.parse(data);
  const kind = kindOf('', getDealing.reply);
  const shape = kind.kind === 'facts' ? kind.shape : {};
  const { house } = dealing;
  const exposure = toExposureRows(dealing.exposure);
  return (
    <>
      <dl className={classes['glance']}>
        <Fact name={TEXTS.brokerOpenResult} value={eurosText(house.open_result)} />
        <Fact name={labelOf('positions')} value={numberText(house.positions)} />
        <Fact name={labelOf('accounts')} value={numberText(house.accounts)} />
        <Fact name={TEXTS.asOf} value={momentText(new Date(dealing.at))} />
      </dl>
      <HoursCard />
      <ExposureCard rows={exposure} />
      <ScenarioCard symbols={exposure.map(({ symbol }) => symbol)} />
      <MarkOutCard />
      {LISTS.map((name) => (
        <Card key={name} title={labelOf(name)} flush>
          {dealing[name].length === 0 ? (
            <p className={table['empty']}>{EMPTY[name]}</p>
          ) : (
            <FieldValue
              name={name}
              schema={assertPresent(shape[name], name)}
              value={dealing[name]}
            />
          )}
        </Card>
      ))}
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={classes['fact']}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The broker's result of each hour of the day. */
function HoursCard() {
  const { data, error, refetch } = useQuery({
    queryKey: ['day-figures'],
    refetchInterval: HOURS_REFRESH_EVERY_MS,
    queryFn: async ({ signal }) =>
      getDayFigures.reply.parse(await readOverview(getDayFigures, signal)),
  });
  if (data === undefined) return <Awaited error={error} onRetry={() => void refetch()} />;
  // The whole day, so that a bar has the same place and width in the morning and in the evening.
  const points = Array.from({ length: HOURS }, (_, hour) => {
    const value = data.hours[hour]?.broker_result ?? 0;
    return { label: `${String(hour).padStart(2, '0')}:00`, value, text: eurosText(value) };
  });
  return (
    <Card title={TEXTS.brokerHours} note={eurosText(data.days.at(-1)?.broker_result ?? 0)}>
      <BarPlot label={TEXTS.brokerHours} points={points} current={data.hours.length - 1} />
      <p className={parts['hint']}>{TEXTS.brokerHoursHint}</p>
    </Card>
  );
}

function ExposureCard({ rows }: { readonly rows: readonly ExposureRow[] }) {
  return (
    <Card title={labelOf('exposure')} flush>
      {rows.length === 0 ? (
        <p className={table['empty']}>{TEXTS.exposureEmpty}</p>
      ) : (
        <ScrollTable
          label={labelOf('exposure')}
          head={
            <>
              <th scope="col">{TEXTS.symbol}</th>
              <th scope="col" data-figure>
                {TEXTS.sold}
              </th>
              <th scope="col">{TEXTS.soldAndBought}</th>
              {[TEXTS.bought, TEXTS.net, labelOf('positions'), TEXTS.brokerOpenResult].map(
                (text) => (
                  <th key={text} scope="col" data-figure>
                    {text}
                  </th>
                ),
              )}
            </>
          }
        >
          <tbody>
            {rows.map((row) => (
              <tr key={row.symbol}>
                <th scope="row">
                  <Link to={pagePath('symbols', row.symbol)}>{row.symbol}</Link>
                </th>
                <td data-figure>{eurosText(row.sell)}</td>
                <td>
                  <SideBars row={row} />
                </td>
                <td data-figure>{eurosText(row.buy)}</td>
                <td data-figure>{eurosText(row.net)}</td>
                <td data-figure>{numberText(row.positions)}</td>
                <td data-figure>{eurosText(row.brokerResult)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
    </Card>
  );
}

/**
 * The bars of one symbol: sell positions to the left, buy positions to the right. The figures stand
 * beside them.
 */
function SideBars({ row: { buyShare, sellShare } }: { readonly row: ExposureRow }) {
  return (
    <svg
      className={classes['sides']}
      viewBox="-100 0 200 10"
      preserveAspectRatio="none"
      aria-hidden
    >
      <rect
        className={classes['sell']}
        x={-100 * sellShare}
        y={0}
        width={100 * sellShare}
        height={10}
      />
      <rect className={classes['buy']} x={0} y={0} width={100 * buyShare} height={10} />
      <line
        className={classes['middle']}
        x1={0}
        x2={0}
        y1={0}
        y2={10}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
