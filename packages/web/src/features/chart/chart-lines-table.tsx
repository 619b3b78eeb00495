import type { Asset, Position } from '@halyard/contract/trading';
import { useTranslation } from 'react-i18next';
import { useWaitingAlerts } from '#data/market/price-alerts.ts';
import { useAccountSnapshot } from '#data/market/trading.tsx';
import { useOrderName } from '#forms/order-terms-text.ts';
import { useFormat } from '#i18n/format.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import type { PlannedLevels } from './chart-lines.ts';

type ChartLinesTableProps = { readonly asset: Asset; readonly planned: PlannedLevels };

/** The lines of positions, of the order in the ticket, and of price alerts. */
export function ChartLinesTable({ asset, planned }: ChartLinesTableProps) {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const { t: orderText } = useTranslation('orders');
  const orderName = useOrderName();
  const { positions, orders: pending } = useAccountSnapshot();
  const open = positions?.open ?? [];
  const orders = (pending ?? []).filter(({ symbol }) => symbol === asset.symbol);
  const alerts = useWaitingAlerts(asset.symbol);
  const rows = [
    ...open
      .filter(({ symbol }) => symbol === asset.symbol)
      .flatMap((position) => linesOf(position).map((line) => ({ ...line, position }))),
    { kind: 'stopLoss' as const, rate: planned.stop ?? null, position: undefined },
    { kind: 'takeProfit' as const, rate: planned.target ?? null, position: undefined },
  ].filter(({ rate }) => rate !== null);
  const isEmpty = rows.length === 0 && orders.length === 0 && alerts.length === 0;
  if (isEmpty && planned.price === undefined) return null;
  const nameOf = (position: Position | undefined): string =>
    position === undefined
      ? t('plannedLine')
      : `${t(position.direction)} ${format.euros(position.amount)} ${t('times', position)}`;
  return (
    <DataTable
      caption={t('chartLines')}
      columns={[t('line'), { text: t('positions') }, t('price')]}
    >
      {rows.map(({ kind, rate, position }) => (
        <tr key={`${position?.id ?? 'ticket'} ${kind}`}>
          <td>{t(kind)}</td>
          <td>{nameOf(position)}</td>
          <td>{format.rate(rate, asset.decimals)}</td>
        </tr>
      ))}
      {planned.price !== undefined && (
        <tr>
          <td>{orderText('orderPrice')}</td>
          <td>{t('plannedLine')}</td>
          <td>{format.rate(planned.price, asset.decimals)}</td>
        </tr>
      )}
      {orders.map((order) => (
        <tr key={`order ${order.id}`}>
          <td>{orderName(order)}</td>
          <td>
            {format.euros(order.amount)} {t('times', order)}
          </td>
          <td>{format.rate(order.price, asset.decimals)}</td>
        </tr>
      ))}
      {alerts.map(({ id, side, rate }) => (
        <tr key={`alert ${id}`}>
          <td>{t('alertTag')}</td>
          <td>{t(side === 'buy' ? 'alertBuy' : 'alertSell')}</td>
          <td>{format.rate(rate, asset.decimals)}</td>
        </tr>
      ))}
    </DataTable>
  );
}

function linesOf(position: Position) {
  return [
    { kind: 'entry' as const, rate: position.open_rate },
    { kind: 'stopLoss' as const, rate: position.stop_lost },
    { kind: 'takeProfit' as const, rate: position.take_profit },
  ];
}
