import type { Position } from '@halyard/contract/trading';
import { useTranslation } from 'react-i18next';
import type { SortKeys } from '#data/workspace/sort-rows.ts';
import type { DeskColumn } from '#forms/tables/table-menu.tsx';

/** What each column sorts by; the profit is that of the last message. */
export const POSITION_KEYS: SortKeys<Position> = {
  market: ({ symbol }) => symbol,
  amount: ({ amount }) => amount,
  leverage: ({ leverage }) => leverage,
  entry: ({ open_rate: rate }) => rate,
  close: ({ closed_rate: rate }) => rate,
  profit: ({ profit }) => profit,
};

export function useOpenColumns(): readonly DeskColumn[] {
  const { t } = useTranslation('trading');
  return [
    ...useStartColumns(),
    { id: 'profit', name: t('profitLoss'), isSortable: true },
    { id: 'options', name: t('options'), isFixed: true },
  ];
}

export function useClosedColumns(): readonly DeskColumn[] {
  const { t } = useTranslation('trading');
  return [
    ...useStartColumns(),
    { id: 'close', name: t('closeColumn'), isSortable: true },
    { id: 'profit', name: t('profitLoss'), isSortable: true },
  ];
}

function useStartColumns(): readonly DeskColumn[] {
  const { t } = useTranslation('trading');
  return [
    { id: 'market', name: t('market'), isFixed: true, isSortable: true },
    { id: 'amount', name: t('amount'), isSortable: true },
    { id: 'leverage', name: t('leverage'), isSortable: true },
    { id: 'protected', name: t('protected') },
    { id: 'entry', name: t('entry'), isSortable: true },
  ];
}
