// The account summary: five figures at the displayed prices, each with its formula.
import type { BalanceFigures } from '@halyard/contract/trading';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#data/market/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import { UnstyledButton } from '#ui/controls.ts';
import { Card } from '#ui/card.tsx';
import classes from './summary.module.css';

type SummaryProps = {
  /** The actions at the end of the bar. */
  readonly children: ReactNode;
};

export { MarginWarning } from './margin-warning.tsx';

export function Summary({ children }: SummaryProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const figures = useFigures();
  const level = figures?.margin_level;
  return (
    <section aria-label={t('accountFigures')} className={classes['summary']}>
      <Card flush>
        <div className={classes['bar']}>
          <dl className={classes['figures']}>
            <Figure term={t('balance')} formula={t('balanceFormula')}>
              <Euros amount={figures?.balance} />
            </Figure>
            <Figure term={t('equity')} formula={t('equityFormula')}>
              <Euros amount={figures?.equity} />
            </Figure>
            <Figure term={t('freeMargin')} formula={t('freeMarginFormula')}>
              <Euros amount={figures?.free_margin} />
            </Figure>
            <Figure term={t('profit')} formula={t('profitFormula')} tone={toneOf(figures)}>
              <Euros amount={figures?.profit} isSigned />
            </Figure>
            <Figure term={t('marginLevel')} formula={t('marginLevelFormula')}>
              {format.percent(level, 0)}
            </Figure>
          </dl>
          <div className={classes['actions']}>{children}</div>
        </div>
      </Card>
    </section>
  );
}

type FigureProps = {
  readonly term: string;
  readonly formula: string;
  readonly tone?: string | undefined;
  readonly children: ReactNode;
};

const MILLION = 1_000_000;

type EurosProps = { readonly amount: number | undefined; readonly isSigned?: boolean };

/** Shows an amount; the style sheet shortens a long one where it would be truncated. */
function Euros({ amount, isSigned = false }: EurosProps) {
  const format = useFormat();
  const text = isSigned ? format.signedEuros(amount) : format.euros(amount);
  if (amount === undefined || Math.abs(amount) < MILLION) return text;
  const isLongest = Math.abs(amount) >= 10 * MILLION;
  return (
    <span className={classes[isLongest ? 'longest' : 'long']} title={text}>
      <span className={classes['full']}>{text}</span>
      <span className={classes['short']} aria-hidden="true">
        {isSigned && amount > 0 && '+'}
        {format.shortEuros(amount)}
      </span>
    </span>
  );
}

function Figure({ term, formula, tone, children }: FigureProps) {
  return (
    <div className={classes['figure']}>
      <dt>
        {/* The style sheet shows the formula: the library's tooltip adds 15 KB of script. */}
        <UnstyledButton
          className={classes['term'] ?? ''}
          data-formula={formula}
          aria-description={formula}
        >
          {term}
        </UnstyledButton>
      </dt>
      <dd className={tone}>{children}</dd>
    </div>
  );
}

function toneOf(figures: BalanceFigures | undefined): string | undefined {
  const profit = figures?.profit ?? 0;
  if (profit === 0) return undefined;
  return profit > 0 ? 'up' : 'down';
}
