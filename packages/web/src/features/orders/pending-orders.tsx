import type { Order } from '@halyard/contract/orders';
import type { Asset } from '@halyard/contract/trading';
import { MINUTE_MS } from '@halyard/core/time';
import { clsx } from 'clsx';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccountSnapshot, useAssetIndex, useLiveState } from '#data/market/trading.tsx';
import { filterRows, sortRows } from '#data/workspace/sort-rows.ts';
import { useTableView } from '#data/workspace/table-view.ts';
import { useTableColumns } from '#forms/tables/table-menu.tsx';
import { useNow } from '#data/market/use-now.ts';
import { useOrderName } from '#forms/order-terms-text.ts';
import { useCancelOrder } from '#forms/use-cancel-order.ts';
import { useFormat } from '#i18n/format.ts';
import { Button } from '#ui/controls.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { useFocusHandover } from '#ui/inputs/focus.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { LevelsCell, OrderCell, PriceCells } from './order-cells.tsx';
import { ORDER_KEYS, usePendingColumns } from './order-columns.tsx';
import { OrderEditor } from './order-editor.tsx';
import classes from './orders.module.css';

/** The table of the current pending orders. */
export function PendingOrders() {
  const { t } = useTranslation('orders');
  const { orders } = useAccountSnapshot();
  const { filter, sort } = useTableView('orders');
  const columns = useTableColumns('orders', usePendingColumns());
  const assets = useAssetIndex();
  const [edited, setEdited] = useState<number>();
  if (orders === undefined) {
    return (
      <div className={classes['skeleton']}>
        <Skeleton width="100%" height="36px" />
      </div>
    );
  }
  if (orders.length === 0) {
    return <EmptyState title={t('noOrders')}>{t('noOrdersHint')}</EmptyState>;
  }
  const order = orders.find(({ id }) => id === edited);
  const asset = order && assets?.get(order.symbol);
  return (
    <div className={clsx(classes['table'], classes['pending'])}>
      <DataTable caption={t('pendingOrders')} columns={columns}>
        {sortRows(filterRows(orders, filter), sort, ORDER_KEYS).map((each) => (
          <PendingRow
            key={each.id}
            order={each}
            partner={orders.find(({ id }) => id === each.oco)}
            asset={assets?.get(each.symbol)}
            onEdit={setEdited}
          />
        ))}
      </DataTable>
      {order !== undefined && asset !== undefined && (
        <OrderEditor order={order} asset={asset} onClose={() => setEdited(undefined)} />
      )}
    </div>
  );
}

type RowProps = {
  readonly order: Order;
  readonly partner: Order | undefined;
  readonly asset: Asset | undefined;
  /** Called to edit an order; the same function in all renders. */
  readonly onEdit: (id: number) => void;
};

// Compares by value: every push creates new objects, but most are unchanged.
const PendingRow = memo(
  function PendingRow({ order, partner, asset, onEdit }: RowProps) {
    const { t } = useTranslation('orders');
    const format = useFormat();
    const orderName = useOrderName();
    const nowMs = useNow(MINUTE_MS);
    const decimals = asset?.decimals ?? 0;
    const expires = format.moment(order.expires_at, nowMs);
    return (
      <tr>
        <OrderCell order={order} decimals={decimals}>
          {format.moment(order.placed_at, nowMs)}
          {partner !== undefined &&
            ` · ${t('ocoWith', {
              order: orderName(partner),
              rate: format.rate(partner.price, decimals),
            })}`}
        </OrderCell>
        <PriceCells order={order} decimals={decimals} />
        <LevelsCell order={order} decimals={decimals} />
        <td>
          {order.expiry === 'gtd' ? expires : t(order.expiry)}
          {order.expiry !== 'gtd' && (
            <small className={classes['until']}>{t('until', { moment: expires })}</small>
          )}
        </td>
        <td>
          <Actions order={order} onEdit={onEdit} isKnown={asset !== undefined} />
        </td>
      </tr>
    );
  },
  (before, after) =>
    before.asset === after.asset &&
    before.onEdit === after.onEdit &&
    JSON.stringify([before.order, before.partner]) === JSON.stringify([after.order, after.partner]),
);

type ActionsProps = {
  readonly order: Order;
  readonly isKnown: boolean;
  readonly onEdit: (id: number) => void;
};

function Actions({ order, isKnown, onEdit }: ActionsProps) {
  const { t } = useTranslation('orders');
  const { t: tradingText } = useTranslation('trading');
  const orderName = useOrderName();
  const { stage, cancel } = useCancelOrder();
  const isOffline = useLiveState() !== 'online';
  const named = { order: orderName(order), symbol: order.symbol };
  const isSending = stage.kind === 'sending';
  const isUnknown = stage.kind === 'unknown';
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandover(button);
  return (
    <div className={classes['actions']}>
      <Button
        size="compact-sm"
        variant="default"
        className={classes['action'] ?? ''}
        disabled={!isKnown}
        aria-label={t('amendNamed', named)}
        onClick={() => onEdit(order.id)}
      >
        {t('amend')}
      </Button>
      <Button
        ref={button}
        size="compact-sm"
        variant="default"
        className={classes['action'] ?? ''}
        disabled={isOffline}
        aria-disabled={isSending}
        title={isOffline ? tradingText('reconnecting') : undefined}
        aria-label={isSending || isUnknown ? undefined : t('cancelNamed', named)}
        onClick={() => {
          if (!isSending) cancel(order.id);
        }}
      >
        {isSending ? t('cancelling') : isUnknown ? tradingText('tryAgain') : t('cancel')}
      </Button>
    </div>
  );
}
