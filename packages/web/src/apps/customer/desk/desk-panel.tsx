import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWaitingAlertCount } from '#data/market/price-alerts.ts';
import { useAccountSnapshot } from '#data/market/trading.tsx';
import {
  CloseOpenPositions,
  OpenPositions,
  OpenPositionsMenu,
} from '#features/positions/positions.tsx';
import { AlertsPanel } from '#features/price-alerts/price-alerts.tsx';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { Loading } from '#ui/feedback/loading.tsx';
import { type PanelTab, TabPanel } from '#ui/lists/tab-panel.tsx';
import { Region } from '#apps/frame/region.tsx';
import { DeskHistory } from './desk-history.tsx';

const PendingOrders = lazyPart(
  async () => (await import('#features/orders/orders.tsx')).PendingOrders,
);

const PendingOrdersMenu = lazyPart(
  async () => (await import('#features/orders/orders.tsx')).PendingOrdersMenu,
);

export type DeskTab = 'positions' | 'orders' | 'history' | 'alerts';

type DeskPanelProps = {
  readonly symbol: string;
  /** The tabs; the first one is shown at the start. */
  readonly tabs: readonly [DeskTab, ...DeskTab[]];
};

/**
 * The tabs below the chart: open positions, pending orders, the history of both, and price alerts.
 */
export function DeskPanel({ symbol, tabs }: DeskPanelProps) {
  const { t } = useTranslation('orders');
  const [chosen, setChosen] = useState(tabs[0]);
  const all = useTabs(symbol);
  return (
    <TabPanel
      label={t('desk')}
      chosen={chosen}
      onChoose={setChosen}
      tabs={tabs.map((id) => ({ id, ...all[id] }))}
    />
  );
}

function useTabs(symbol: string): Readonly<Record<DeskTab, Omit<PanelTab<DeskTab>, 'id'>>> {
  const { t } = useTranslation('orders');
  const { t: tradingText } = useTranslation('trading');
  const { positions, orders } = useAccountSnapshot();
  const waitingAlerts = useWaitingAlertCount();
  return {
    positions: {
      name: tradingText('positions'),
      count: positions?.open.length,
      aside: (
        <>
          <CloseOpenPositions />
          {positions !== undefined && positions.open.length > 0 && <OpenPositionsMenu />}
        </>
      ),
      show: () => (
        <Region>
          <OpenPositions />
        </Region>
      ),
    },
    orders: {
      name: t('orders'),
      count: orders?.length,
      aside: orders !== undefined && orders.length > 0 && (
        <Suspense>
          <PendingOrdersMenu />
        </Suspense>
      ),
      show: () => <LazyOrders />,
    },
    history: {
      name: tradingText('history'),
      show: () => (
        <Region>
          <DeskHistory />
        </Region>
      ),
    },
    alerts: {
      name: tradingText('alerts'),
      count: waitingAlerts,
      show: () => (
        <Region>
          <AlertsPanel symbol={symbol} />
        </Region>
      ),
    },
  };
}

function LazyOrders() {
  const { t } = useTranslation();
  return (
    <Region>
      <Suspense fallback={<Loading label={t('loading')} />}>
        <PendingOrders />
      </Suspense>
    </Region>
  );
}
