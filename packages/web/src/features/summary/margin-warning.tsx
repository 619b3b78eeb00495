import { useTranslation } from 'react-i18next';
import { useConfig } from '#data/http/config.ts';
import { useAccountSnapshot, useFigures } from '#data/market/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './summary.module.css';
import { findWorst, marginAlarm } from './margin-alarm.ts';

/** Says that positions will be closed, and which one first, before that happens. */
export function MarginWarning() {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const figures = useFigures();
  const limit = useConfig()?.marginCloseOutPercent;
  const worst = findWorst(useAccountSnapshot().positions?.open ?? []);
  const alarm = marginAlarm(figures?.margin_level);
  // The region stands there before its words do, else they would not be read out.
  return (
    <div role="alert">
      {alarm !== undefined && limit !== undefined && worst !== undefined && (
        <div className={classes['alarm']}>
          <Notice tone={alarm === 'grave' ? 'down' : 'warn'}>
            {t(alarm === 'grave' ? 'marginGrave' : 'marginLow', {
              limit: format.percent(limit, 0),
              symbol: worst.symbol,
            })}
          </Notice>
        </div>
      )}
    </div>
  );
}
