// The results of trading: over time, by symbol, costs and the usual figures.
import { getPerformance, type PerformanceReport } from '@halyard/contract/performance/performance';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRouteQuery } from '#data/http/query.ts';
import { saveFile } from '#data/storage/save-file.ts';
import { UNKNOWN, useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { platformPath } from '#paths.ts';
import { Button, TextInput } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { BarPlot } from '#ui/figures/bar-plot.tsx';
import { LinePlot } from '#ui/figures/line-plot.tsx';
import { ChoiceChips } from '#ui/inputs/choice-chips.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { barsOf, curveOf, toCsv } from './figures.ts';
import { daysOf, type Days, PERIODS } from './periods.ts';
import classes from './performance.module.css';

/** The days of a report; longer reports have months, whose names stay as they are. */
const DAY_PATTERN = /^\d{4}-\d\d-\d\d$/;
const FACTOR_DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

export function Performance() {
  const { t } = useTranslation('performance');
  const [nowMs] = useState(() => Date.now());
  const [days, setDays] = useState<Days>(() => daysOf('days30', nowMs));
  const chosen = PERIODS.find((period) => {
    const { from, until } = daysOf(period, nowMs);
    return from === days.from && until === days.until;
  });
  const isFit = days.from !== '' && days.until !== '' && days.from <= days.until;
  const query = useRouteQuery(getPerformance, { body: days }, { enabled: isFit, freshForMs: 0 });
  const { data } = query;
  const canExport = isFit && data !== undefined && data.days.length > 0;
  return (
    <>
      <Card
        title={t('title')}
        aside={
          <Button
            variant="default"
            size="xs"
            disabled={!canExport}
            onClick={() => {
              if (data !== undefined) exportReport(data, days);
            }}
          >
            {t('export')}
          </Button>
        }
      >
        <div className={classes['period']}>
          <ChoiceChips
            legend={t('period')}
            name="performance-period"
            values={PERIODS}
            chosen={chosen}
            write={(period) => t(period)}
            onChoose={(period) => setDays(daysOf(period, nowMs))}
          />
          <div className={classes['range']}>
            <TextInput
              label={t('from')}
              type="date"
              value={days.from}
              onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
            />
            <TextInput
              label={t('until')}
              type="date"
              value={days.until}
              error={isFit ? undefined : t('periodInvalid')}
              onChange={(event) => setDays({ ...days, until: event.currentTarget.value })}
            />
          </div>
        </div>
        <p className={classes['hint']}>{t('hint')}</p>
      </Card>
      {isFit && <Loaded query={query}>{(report) => <Report report={report} days={days} />}</Loaded>}
    </>
  );
}

function exportReport(report: PerformanceReport, { from, until }: Days): void {
  const content = new Blob([toCsv(report)], { type: 'text/csv;charset=utf-8' });
  saveFile(`performance-${from}-${until}.csv`, content);
}

type ReportProps = { readonly report: PerformanceReport; readonly days: Days };

function Report({ report, days }: ReportProps) {
  const { t } = useTranslation('performance');
  const format = useFormat();
  if (report.days.length === 0) {
    return (
      <Card>
        <EmptyState title={t('nothing')}>
          <p>{t('nothingHint')}</p>
          <Button component={Link} to={platformPath()} mt="sm">
            {t('trade')}
          </Button>
        </EmptyState>
      </Card>
    );
  }
  const writeDay = (name: string) => (DAY_PATTERN.test(name) ? format.utcDay(name) : name);
  const toPoint = ({ name, total }: { name: string; total: number }) => ({
    label: writeDay(name),
    value: total,
    text: format.signedEuros(total),
  });
  // The curve begins at the first result, because earlier years without trades would compress it.
  const first = report.days[0]?.day ?? days.from;
  const bars = barsOf(report.days).map(toPoint);
  return (
    <>
      <Figures report={report} />
      <div className={classes['plots']}>
        <Card title={t('curve')}>
          <LinePlot
            label={t('curve')}
            points={curveOf(report.days, `${t('before')} ${writeDay(first)}`).map(toPoint)}
            write={(value) => format.signedEuros(value)}
          />
        </Card>
        <Card title={t('byTime')}>
          <BarPlot label={t('byTime')} points={bars} current={-1} />
        </Card>
      </div>
      <Costs report={report} />
      <Symbols report={report} />
    </>
  );
}

function writeFactor(factor: number): string {
  return factor.toLocaleString(currentLanguage(), FACTOR_DECIMALS);
}

function Figures({ report: { results, trades, drawdown, balance } }: Pick<ReportProps, 'report'>) {
  const { t } = useTranslation('performance');
  const format = useFormat();
  const share = trades.win_rate === null ? undefined : trades.win_rate;
  const fall =
    drawdown.until === null
      ? t('noDrawdown')
      : t('drawdownDays', {
          from: drawdown.from === null ? t('start') : format.utcDay(drawdown.from),
          until: format.utcDay(drawdown.until),
        });
  const figures = [
    [t('result'), format.signedEuros(results.total), t('trades', { count: trades.count })],
    [
      t('winRate'),
      format.percent(share, 1),
      t('winsAndLosses', { wins: trades.wins, losses: trades.losses }),
    ],
    [
      t('averages'),
      `${format.signedEuros(trades.average_win)} / ${format.signedEuros(trades.average_loss)}`,
      t('largest', {
        win: format.signedEuros(trades.largest_win),
        loss: format.signedEuros(trades.largest_loss),
      }),
    ],
    [
      t('profitFactor'),
      trades.profit_factor === null ? UNKNOWN : writeFactor(trades.profit_factor),
      t('profitFactorHint'),
    ],
    [t('drawdown'), format.euros(drawdown.amount), fall],
    [t('balance'), format.euros(balance), t('balanceHint')],
  ] as const;
  return (
    <dl className={classes['figures']}>
      {figures.map(([term, value, hint]) => (
        <div key={term} className={classes['figure']}>
          <dt>{term}</dt>
          <dd className={classes['value']}>{value}</dd>
          <dd className={classes['hint']}>{hint}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows how costs lead from the price result at the middle of the quotes to the final result. */
function Costs({ report: { results } }: Pick<ReportProps, 'report'>) {
  const { t } = useTranslation('performance');
  const format = useFormat();
  const rows = [
    [t('gross'), results.gross],
    [t('spread'), results.spread],
    [t('financing'), results.financing],
    [t('premium'), results.premium],
    [t('other'), results.other],
  ] as const;
  return (
    <Card title={t('costs')} flush>
      <DataTable caption={t('costs')} columns={[t('part'), t('amount')]}>
        {rows.map(([name, amount]) => (
          <tr key={name}>
            <td>{name}</td>
            <td>{format.signedEuros(amount)}</td>
          </tr>
        ))}
        <tr>
          <td>
            <strong>{t('result')}</strong>
          </td>
          <td>
            <strong>{format.signedEuros(results.total)}</strong>
          </td>
        </tr>
      </DataTable>
      <p className={classes['note']}>{t('noCommission')}</p>
    </Card>
  );
}

function Symbols({ report: { symbols } }: Pick<ReportProps, 'report'>) {
  const { t } = useTranslation('performance');
  const format = useFormat();
  const columns = [
    t('symbol'),
    t('tradesHead'),
    t('winRate'),
    t('spread'),
    t('financing'),
    t('premium'),
    t('result'),
  ];
  return (
    <Card title={t('bySymbol')} flush>
      <DataTable caption={t('bySymbol')} columns={columns}>
        {symbols.map((one) => (
          <tr key={one.symbol}>
            <td>{one.symbol}</td>
            <td>{one.trades}</td>
            <td>
              {format.percent(one.trades === 0 ? undefined : (100 * one.wins) / one.trades, 1)}
            </td>
            <td>{format.signedEuros(one.spread)}</td>
            <td>{format.signedEuros(one.financing)}</td>
            <td>{format.signedEuros(one.premium)}</td>
            <td className={one.total < 0 ? 'down' : 'up'}>{format.signedEuros(one.total)}</td>
          </tr>
        ))}
      </DataTable>
    </Card>
  );
}
