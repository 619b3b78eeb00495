// The account summary: five figures at the displayed prices, each with its formula.
import type { BalanceFigures } from '@halyard/contract/trading';
import { Tooltip, UnstyledButton } from '@mantine/core';
import '@mantine/core/styles/Tooltip.layer.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#data/market/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import { Card } from '#ui/card.tsx';
import classes from './summary.module.css';

const FORMULA_WIDTH_PX = 240;

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
              {format.euros(figures?.balance)}
            </Figure>
            <Figure term={t('equity')} formula={t('equityFormula')}>
              {format.euros(figures?.equity)}
            </Figure>
            <Figure term={t('freeMargin')} formula={t('freeMarginFormula')}>
              {format.euros(figures?.free_margin)}
            </Figure>
            <Figure term={t('profit')} formula={t('profitFormula')} tone={toneOf(figures)}>
              {format.signedEuros(figures?.profit)}
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
  readonly children: string;
};

function Figure({ term, formula, tone, children }: FigureProps) {
  return (
    <div className={classes['figure']}>
      <dt>
        <Tooltip
          label={formula}
          multiline
          w={FORMULA_WIDTH_PX}
          classNames={{ tooltip: classes['formula'] ?? '' }}
          events={{ hover: true, focus: true, touch: true }}
        >
          <UnstyledButton className={classes['term'] ?? ''}>{term}</UnstyledButton>
        </Tooltip>
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
