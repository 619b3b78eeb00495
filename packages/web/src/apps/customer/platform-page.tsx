// The trading screen. Wide: ticket and markets on the left, account, chart and positions on the
// right. Narrow: the markets below. On a phone the ticket is a sheet behind two buttons.
import { useMediaQuery } from '@mantine/hooks';
import { Navigate, useParams } from 'react-router';
import { useSessionToken } from '#data/session.ts';
import { LiveProvider, useAssetIndex, useLiveState } from '#data/trading.tsx';
import { PriceChart } from '#features/chart/chart.tsx';
import { MarketList } from '#features/market-list/market-list.tsx';
import { OrderTicket } from '#features/order-ticket/order-ticket.tsx';
import { OpenPositions, PositionHistory } from '#features/positions/positions.tsx';
import { Summary } from '#features/summary/summary.tsx';
import { DEFAULT_SYMBOL, platformPath } from '#paths.ts';
import { joinClasses } from '#ui/join-classes.ts';
import { FeedNotice } from './feed-notice.tsx';
import classes from './platform-page.module.css';
import { Region } from './region.tsx';
import { TicketSheet } from './ticket-sheet.tsx';
import { usePageTitle } from './use-page-title.ts';

/** A phone; the style sheet has the same line. */
const PHONE = '(width < 600px)';

export function PlatformPage() {
  const token = useSessionToken();
  const symbol = useParams()['symbol']?.toUpperCase() ?? DEFAULT_SYMBOL;
  usePageTitle(symbol);
  const isUnknown = useAssetIndex()?.has(symbol) === false;
  if (isUnknown && symbol !== DEFAULT_SYMBOL) return <Navigate to={platformPath()} replace />;
  // The guard of private pages has seen to it that there is one.
  if (token === undefined) return null;
  return (
    <LiveProvider key={token} token={token}>
      <TradingScreen symbol={symbol} />
    </LiveProvider>
  );
}

function TradingScreen({ symbol }: { readonly symbol: string }) {
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const isStale = useLiveState() === 'offline';
  return (
    <>
      <h1 className={classes['title']}>{symbol}</h1>
      <FeedNotice />
      <div className={joinClasses(classes['screen'], isStale && classes['stale'])}>
        {!isPhone && (
          <div className={classes['ticket']}>
            <Region>
              <OrderTicket symbol={symbol} />
            </Region>
          </div>
        )}
        <div className={classes['desk']}>
          <div className={classes['summary']}>
            <Region>
              <Summary />
            </Region>
          </div>
          <div className={classes['chart']}>
            <Region resetKey={symbol}>
              <PriceChart symbol={symbol} />
            </Region>
          </div>
          <div className={classes['positions']}>
            <Region>
              <OpenPositions />
            </Region>
            <Region>
              <PositionHistory />
            </Region>
          </div>
        </div>
        <div className={classes['markets']}>
          <Region>
            <MarketList symbol={symbol} />
          </Region>
        </div>
      </div>
      {isPhone && <TicketSheet symbol={symbol} />}
    </>
  );
}
