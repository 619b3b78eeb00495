import { useTranslation } from 'react-i18next';
import { useConfig } from '#data/http/config.ts';
import { useAccountSnapshot, useFigures } from '#data/market/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from './summary.module.css';
import { findWorst, marginAlarm } from './margin-alarm.ts';

/** Warns that positions will be closed, and which one first. */
export function MarginWarning() {
  const alarm = marginAlarm(useFigures()?.margin_level);
  // The live region exists before its text, because screen readers would otherwise skip it.
  return <div role="alert">{alarm !== undefined && <Alarm alarm={alarm} />}</div>;
}

function Alarm({ alarm }: { readonly alarm: 'low' | 'grave' }) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const limit = useConfig()?.marginCloseOutPercent;
  const worst = findWorst(useAccountSnapshot().positions?.open ?? []);
  if (limit === undefined || worst === undefined) return null;
  return (
    <div className={classes['alarm']}>
      <Notice tone={alarm === 'grave' ? 'down' : 'warn'}>
        {t(alarm === 'grave' ? 'marginGrave' : 'marginLow', {
          limit: format.percent(limit, 0),
          symbol: worst.symbol,
        })}
      </Notice>
    </div>
  );
}
