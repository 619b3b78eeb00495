import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccountSnapshot } from '#data/market/trading.tsx';
import { CloseOpenPositions, OpenPositions } from '#features/positions/positions.tsx';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { TabPanel } from '#ui/lists/tab-panel.tsx';
import { Region } from '../frame/region.tsx';

const PendingOrders = lazyPart(
  async () => (await import('#features/orders/orders.tsx')).PendingOrders,
);
const OrderHistory = lazyPart(
  async () => (await import('#features/orders/orders.tsx')).OrderHistory,
);

/** Open positions, pending orders, and what became of orders. */
export function DeskPanel() {
  const { t } = useTranslation('orders');
  const { t: tradingText } = useTranslation('trading');
  const { positions, orders } = useAccountSnapshot();
  const [chosen, setChosen] = useState<'positions' | 'orders' | 'order-history'>('positions');
  return (
    <TabPanel
      label={t('desk')}
      chosen={chosen}
      onChoose={setChosen}
      tabs={[
        {
          id: 'positions',
          name: tradingText('positions'),
          count: positions?.open.length,
          aside: <CloseOpenPositions />,
          show: () => (
            <Region>
              <OpenPositions />
            </Region>
          ),
        },
        {
          id: 'orders',
          name: t('orders'),
          count: orders?.length,
          show: () => <LazyTab part={PendingOrders} />,
        },
        {
          id: 'order-history',
          name: t('orderHistory'),
          show: () => <LazyTab part={OrderHistory} />,
        },
      ]}
    />
  );
}

function LazyTab({ part: Part }: { readonly part: typeof PendingOrders }) {
  const { t } = useTranslation();
  return (
    <Region>
      <Suspense fallback={<Loading label={t('loading')} />}>
        <Part />
      </Suspense>
    </Region>
  );
}
