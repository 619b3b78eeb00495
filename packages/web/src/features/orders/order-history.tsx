import { listOrderHistory, type Order, orderReasonGroup } from '@halyard/contract/orders';
import { MINUTE_MS } from '@halyard/core/time';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { reload } from '#data/http/query.ts';
import { useRoutePages } from '#data/http/query-pages.ts';
import { useAccountSnapshot, useAssetIndex } from '#data/market/trading.tsx';
import { filterRows, sortRows } from '#data/workspace/sort-rows.ts';
import { useTableView } from '#data/workspace/table-view.ts';
import { useTableColumns } from '#forms/tables/table-menu.tsx';
import { useNow } from '#data/market/use-now.ts';
import { useFormat } from '#i18n/format.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Loaded } from '#ui/feedback/loaded.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { Badge, type Tone } from '#ui/figures/badge.tsx';
import { OlderButton } from '#ui/inputs/older-button.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { ORDER_KEYS, useEndedColumns } from './order-columns.tsx';
import { OrderCell, SizeCell } from './order-cells.tsx';
import classes from './orders.module.css';

const PAGE_ROWS = 50;

/**
 * The list of orders that were filled, cancelled or rejected or have expired, each with the reason.
 */
export function OrderHistory() {
  const { t } = useTranslation('orders');
  const assets = useAssetIndex();
  useReloadAfterEnds();
  const pages = useRoutePages(listOrderHistory, {
    pageSize: PAGE_ROWS,
    // The list is always reloaded, because orders can end while another tab is shown.
    freshForMs: 0,
    rowsOf: (page) => page,
    idOf: (order: Order) => order.id,
    input: (before, limit) => ({ body: { limit, ...(before === undefined ? {} : { before }) } }),
  });
  const { filter, sort } = useTableView('ended');
  const columns = useTableColumns('ended', useEndedColumns());
  return (
    <>
      <Loaded
        query={pages.query}
        waiting={
          <div className={classes['skeleton']}>
            <Skeleton width="100%" height="36px" />
          </div>
        }
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t('noOrderHistory')}>{t('noOrderHistoryHint')}</EmptyState>
          ) : (
            <div className={clsx(classes['table'], classes['ended'])}>
              <DataTable caption={t('endedOrders')} columns={columns}>
                {sortRows(filterRows(rows, filter), sort, ORDER_KEYS).map((order) => (
                  <EndedRow
                    key={order.id}
                    order={order}
                    decimals={assets?.get(order.symbol)?.decimals ?? 0}
                  />
                ))}
              </DataTable>
            </div>
          )
        }
      </Loaded>
      <OlderButton pages={pages}>{t('olderOrders')}</OlderButton>
    </>
  );
}

const TONES: Readonly<Record<Order['status'], Tone>> = {
  pending: 'neutral',
  filled: 'up',
  cancelled: 'neutral',
  expired: 'neutral',
  rejected: 'down',
};

function EndedRow({ order, decimals }: { readonly order: Order; readonly decimals: number }) {
  const { t } = useTranslation('orders');
  const format = useFormat();
  const nowMs = useNow(MINUTE_MS);
  const { status, ended_at: endedAt } = order;
  return (
    <tr>
      <OrderCell order={order} decimals={decimals}>
        {format.moment(order.placed_at, nowMs)}
      </OrderCell>
      <SizeCell order={order} />
      <td>{format.rate(order.price, decimals)}</td>
      <td>
        {status !== 'pending' && <Badge tone={TONES[status]}>{t(status)}</Badge>}
        <small className={classes['reason']}>{useReasonText(order)}</small>
      </td>
      <td>{endedAt === null ? '' : format.moment(endedAt, nowMs)}</td>
    </tr>
  );
}

/** Returns why an order ended, as text. */
function useReasonText({ status, reason, position }: Order): string {
  const { t } = useTranslation('orders');
  if (status === 'filled') return t('filledAs', { position: String(position) });
  if (status === 'expired') return t('reasonExpired');
  if (reason === 'customer') return t('reasonCustomer');
  if (reason === 'oco') return t('reasonOco');
  return t(orderReasonGroup(reason ?? ''));
}

/** Reloads the list when a pending order has ended. */
function useReloadAfterEnds(): void {
  const ids = useAccountSnapshot().orders?.map(({ id }) => id);
  const known = useRef(ids);
  useEffect(() => {
    const hasEnded = known.current?.some((id) => ids?.includes(id) === false);
    known.current = ids;
    if (hasEnded === true) void reload(listOrderHistory);
  });
}
