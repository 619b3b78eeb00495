import { cents, multiplyDivideHalfEven, toEuros } from '@halyard/core/money';
import { useTranslation } from 'react-i18next';
import { toCents } from '#data/market/trading-core.ts';
import classes from './order-ticket.module.css';
import { plainEuros } from './plain-euros.ts';
import { amountMaximum } from './ticket-errors.ts';
import type { Ticket } from './use-ticket.ts';

const SHARES_PERCENT = [5, 10, 25, 50, 100] as const;

/** Buttons that set the amount to a share of the available margin. */
export function AmountShares({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('trading');
  const { figures, asset, leverage, change } = ticket;
  const maximum = figures && toCents(amountMaximum(figures, asset, leverage));
  return (
    <fieldset className={classes['shares']}>
      <legend className={classes['sharesLegend']}>{t('shareOfFreeMargin')}</legend>
      {SHARES_PERCENT.map((percent) => (
        <button
          key={percent}
          type="button"
          className={classes['share']}
          disabled={maximum === undefined || maximum === 0}
          onClick={() => {
            if (maximum === undefined) return;
            const part = cents(multiplyDivideHalfEven(maximum, percent, 100));
            change({ kind: 'amount-left', text: plainEuros(toEuros(part)) });
          }}
        >
          {percent} %
        </button>
      ))}
    </fieldset>
  );
}
