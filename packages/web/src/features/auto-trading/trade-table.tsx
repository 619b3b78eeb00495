import type { AutoTrade } from '@halyard/contract/auto-trading';
import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useAssetIndex } from '#data/market/trading.tsx';
import { useFormat } from '#i18n/format.ts';
import { Pill } from '#ui/figures/badge.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import classes from './auto-trading.module.css';
import { useReasonText } from './reason-text.ts';

const CLOSINGS = ['reason0', 'reason1', 'reason2', 'reason3', 'reason4'] as const;

/** The strategy's positions with the reasons of opening and closing. */
export function TradeTable({ trades }: { readonly trades: readonly AutoTrade[] }) {
  const { t } = useTranslation(['auto-trading', 'trading']);
  return (
    <DataTable
      caption={t('trades')}
      columns={[
        t('trading:market'),
        t('trading:amount'),
        t('trading:entry'),
        t('trading:closeColumn'),
        t('trading:profitLoss'),
      ]}
    >
      {trades.map((trade) => (
        <TradeRow key={trade.id} trade={trade} />
      ))}
    </DataTable>
  );
}

function TradeRow({ trade }: { readonly trade: AutoTrade }) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const reasonText = useReasonText();
  const decimals = useAssetIndex()?.get(trade.symbol)?.decimals ?? 0;
  const key = trade.closingReason === null ? undefined : CLOSINGS[trade.closingReason];
  const ending = trade.exit_reason ?? undefined;
  const profit = trade.profit ?? 0;
  const tone = profit === 0 ? undefined : profit > 0 ? 'up' : 'down';
  return (
    <tr>
      <td className={classes['why']}>
        <Pill tone={trade.direction === 'buy' ? 'up' : 'down'}>{t(trade.direction)}</Pill>{' '}
        <b>{trade.symbol}</b>
        <small>{format.fullMoment(trade.open_date)}</small>
        {trade.reason !== null && <small>{reasonText(trade.reason)}</small>}
        {key !== undefined && (
          <small>
            {t(key)}:{' '}
            {ending === undefined ? format.fullMoment(trade.close_date) : reasonText(ending)}
          </small>
        )}
      </td>
      <td>
        {format.euros(trade.amount)}
        <small>{t('times', { leverage: trade.leverage })}</small>
      </td>
      <td>{format.rate(trade.open_rate, decimals)}</td>
      <td>{format.rate(trade.closed_rate, decimals)}</td>
      <td className={clsx(tone)}>{format.signedEuros(trade.profit)}</td>
    </tr>
  );
}
