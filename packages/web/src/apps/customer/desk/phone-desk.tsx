import type { Direction } from '@halyard/core/instrument';
import type { ReactNode } from 'react';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { useAccountSnapshot } from '#data/market/trading.tsx';
import { MarginWarning } from '#features/summary/summary.tsx';
import { Region } from '#apps/frame/region.tsx';
import { DeskPanel } from './desk-panel.tsx';
import { PhoneScreen } from './phone-screen.tsx';
import { TradeBar } from './trade-bar.tsx';

const ORDER_TABS = IS_PRACTICE ? (['orders'] as const) : (['orders', 'alerts'] as const);

type PhoneDeskProps = {
  readonly symbol: string;
  readonly isStale: boolean;
  readonly parts: Readonly<Record<'summary' | 'chart' | 'calculator' | 'markets', ReactNode>>;
  readonly onOrder: (direction: Direction) => void;
};

/** The phone's trading screen, with the content of each of its views. */
export function PhoneDesk({ symbol, isStale, parts, onOrder }: PhoneDeskProps) {
  const { positions, orders } = useAccountSnapshot();
  return (
    <PhoneScreen
      symbol={symbol}
      isStale={isStale}
      counts={{ positions: positions?.open.length ?? 0, orders: orders?.length ?? 0 }}
      warning={
        <Region>
          <MarginWarning />
        </Region>
      }
      trade={<TradeBar symbol={symbol} onSide={onOrder} />}
      show={{
        markets: () => parts.markets,
        chart: () => parts.chart,
        positions: () => (
          <DeskPanel key="positions" symbol={symbol} tabs={['positions', 'history']} />
        ),
        orders: () => <DeskPanel key="orders" symbol={symbol} tabs={ORDER_TABS} />,
        account: () => (
          <>
            {parts.summary}
            {parts.calculator}
          </>
        ),
      }}
    />
  );
}
