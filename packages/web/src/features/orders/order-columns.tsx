import type { Order } from '@halyard/contract/orders';
import { useTranslation } from 'react-i18next';
import type { SortKeys } from '#data/workspace/sort-rows.ts';
import { type DeskColumn, TableMenu } from '#forms/tables/table-menu.tsx';

export const ORDER_KEYS: SortKeys<Order> = {
  market: ({ symbol }) => symbol,
  size: ({ amount }) => amount,
  price: ({ price }) => price,
  expires: ({ expires_at: expiresAt }) => expiresAt,
  status: ({ status }) => status,
  ended: ({ ended_at: endedAt }) => endedAt,
};

export function usePendingColumns(): readonly DeskColumn[] {
  const { t } = useTranslation('orders');
  return [
    ...useStartColumns(),
    { id: 'distance', name: t('distance') },
    { id: 'levels', name: t('levelsColumn') },
    { id: 'expires', name: t('expires'), isSortable: true },
    { id: 'actions', name: t('actions'), isFixed: true },
  ];
}

export function useEndedColumns(): readonly DeskColumn[] {
  const { t } = useTranslation('orders');
  return [
    ...useStartColumns(),
    { id: 'status', name: t('status'), isText: true, isSortable: true },
    { id: 'ended', name: t('ended'), isSortable: true },
  ];
}

/** The menu for the filter, sort order and columns of the pending orders. */
export function PendingOrdersMenu() {
  return <TableMenu table="orders" columns={usePendingColumns()} opensUp />;
}

/** The menu for the filter, sort order and columns of the ended orders. */
export function OrderHistoryMenu() {
  return <TableMenu table="ended" columns={useEndedColumns()} />;
}

function useStartColumns(): readonly DeskColumn[] {
  const { t } = useTranslation('orders');
  const { t: tradingText } = useTranslation('trading');
  return [
    { id: 'market', name: tradingText('market'), isFixed: true, isSortable: true },
    { id: 'size', name: t('size'), isSortable: true },
    { id: 'price', name: t('orderPrice'), isSortable: true },
  ];
}
