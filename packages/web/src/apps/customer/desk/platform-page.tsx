// The trading screen. Wide: ticket and markets on the left, account, chart and positions on the
// right. Narrow: the markets below. On a phone the ticket is a sheet behind two buttons.
import type { Direction } from '@halyard/core/instrument';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { useOpenWork } from '#data/http/open-work.ts';
import { useSessionEdges } from '#data/auth/session-edges.ts';
import { useSessionToken } from '#data/auth/session.ts';
import { LiveProvider, useAssetIndex, useLive, useLiveState } from '#data/market/trading.tsx';
import { AutoTrading } from '#features/auto-trading/auto-trading.tsx';
import { Calculator } from '#features/calculator/calculator.tsx';
import { type MovedLevel, PriceChart } from '#features/chart/chart.tsx';
import { MarketList } from '#features/market-list/market-list.tsx';
import {
  focusAmount,
  OrderTicket,
  usePlannedLevels,
  useTicketDraft,
} from '#features/order-ticket/order-ticket.tsx';
import { MovedLevelEditor, PositionHistory } from '#features/positions/positions.tsx';
import { PriceAlerts } from '#features/price-alerts/price-alerts.tsx';
import { Popups } from '#features/popups/popups.tsx';
import { ScreenSettings, useShortcuts } from '#features/screen-settings/screen-settings.tsx';
import { MarginWarning, Summary } from '#features/summary/summary.tsx';
import { useCancelOrder } from '#forms/use-cancel-order.ts';
import { DEFAULT_SYMBOL, OPEN_TICKET, paymentPath, platformPath } from '#paths.ts';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { FeedNotice } from '../frame/feed-notice.tsx';
import { PAYMENT_PARAMETER } from '../account/payment-return-guard.tsx';
import classes from './platform-page.module.css';
import { Region } from '../frame/region.tsx';
import { DeskPanel } from './desk-panel.tsx';
import { TicketSheet } from './ticket-sheet.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';

const AmendMovedOrder = lazyPart(
  async () => (await import('#features/orders/orders.tsx')).AmendMovedOrder,
);

/** A phone; the style sheet has the same line. */
const PHONE = '(width < 600px)';

export function PlatformPage() {
  const token = useSessionToken();
  const symbol = useParams()['symbol']?.toUpperCase() ?? DEFAULT_SYMBOL;
  usePageTitle(symbol);
  const isUnknown = useAssetIndex()?.has(symbol) === false;
  if (isUnknown && symbol !== DEFAULT_SYMBOL) return <Navigate to={platformPath()} replace />;
  // The guard of private pages ensures that there is a session.
  if (token === undefined) return null;
  return (
    <LiveProvider key={token} token={token}>
      <TradingScreen symbol={symbol} />
    </LiveProvider>
  );
}

function TradingScreen({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation('trading');
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const isTicketAsked = useTicketAsked();
  const [isSheetOpen, setSheetOpen] = useState(isTicketAsked);
  const draft = useTicketDraft(symbol, () => setSheetOpen(false));
  const { kind } = draft.command.stage;
  useSessionEdges();
  useOpenWork(draft.form.amountText !== '' || kind === 'sending' || kind === 'unknown');
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isAlertsOpen, setAlertsOpen] = useState(false);
  const { quotes } = useLive();
  const order = (direction: Direction) => {
    draft.change({ kind: 'direction', direction });
    if (isPhone) setSheetOpen(true);
    else focusAmount();
  };
  useShortcuts({
    b: () => order('buy'),
    s: () => order('sell'),
    p: () => quotes.setPaused(!quotes.paused.current()),
    '?': () => setHelpOpen(true),
  });
  const planned = usePlannedLevels(draft, symbol);
  const [moved, setMoved] = useState<MovedLevel>();
  const moveLevel = (level: MovedLevel) => {
    if (level.owner === 'ticket') planned.move(level.kind, level.rate);
    else setMoved(level);
  };
  const { cancel } = useCancelOrder();
  const isStale = useLiveState() === 'offline';
  return (
    <>
      <h1 className={classes['title']}>{symbol}</h1>
      <FeedNotice />
      <div className={joinClasses(classes['screen'], isStale && classes['stale'])}>
        {!isPhone && (
          <div className={classes['ticket']}>
            <Region>
              <OrderTicket symbol={symbol} draft={draft} hasFocus={isTicketAsked} />
            </Region>
          </div>
        )}
        <div className={classes['desk']}>
          <div className={classes['summary']}>
            <Region>
              <MarginWarning />
              <Summary>
                <AutoTrading />
                <ScreenSettings isOpen={isHelpOpen} onToggle={setHelpOpen} />
                <Button component={Link} to={paymentPath('withdraw')} variant="default">
                  {t('withdraw')}
                </Button>
                <Button component={Link} to={paymentPath('deposit')}>
                  {t('deposit')}
                </Button>
              </Summary>
            </Region>
          </div>
          <div className={classes['chart']}>
            <Region resetKey={symbol}>
              <PriceChart
                symbol={symbol}
                planned={planned}
                onMoveLevel={moveLevel}
                onCancelOrder={cancel}
                onAlerts={() => setAlertsOpen(true)}
              />
            </Region>
          </div>
          <div className={classes['positions']}>
            <DeskPanel />
            <Region>
              <PositionHistory />
            </Region>
          </div>
        </div>
        <div className={classes['calculator']}>
          <Region>
            <Calculator />
          </Region>
        </div>
        <div className={classes['markets']}>
          <Region>
            <MarketList symbol={symbol} />
          </Region>
        </div>
      </div>
      {isPhone && (
        <TicketSheet
          symbol={symbol}
          draft={draft}
          hasFocus={isTicketAsked}
          isOpen={isSheetOpen}
          onToggle={setSheetOpen}
        />
      )}
      {moved !== undefined && <MovedEditor moved={moved} onClose={() => setMoved(undefined)} />}
      <Region>
        <PriceAlerts symbol={symbol} isOpen={isAlertsOpen} onClose={() => setAlertsOpen(false)} />
      </Region>
      <Region>
        <Announcements />
      </Region>
    </>
  );
}

type MovedEditorProps = { readonly moved: MovedLevel; readonly onClose: () => void };

/** What was moved on the chart is looked at before it is saved. */
function MovedEditor({ moved, onClose }: MovedEditorProps) {
  const { owner } = moved;
  if (owner === 'ticket') return null;
  return owner === 'position' ? (
    <MovedLevelEditor id={moved.id} kind={moved.kind} rate={moved.rate} onClose={onClose} />
  ) : (
    <Suspense>
      <AmendMovedOrder id={moved.id} kind={moved.kind} rate={moved.rate} onClose={onClose} />
    </Suspense>
  );
}

/** Whether the link that led here opens the ticket; a reload of the page does not open it again. */
function useTicketAsked(): boolean {
  const location = useLocation();
  const { pathname } = location;
  const state: unknown = location.state;
  const navigate = useNavigate();
  const [isAsked] = useState(state === OPEN_TICKET);
  useEffect(() => {
    if (state === OPEN_TICKET) void navigate(pathname, { replace: true, state: null });
  }, [state, pathname, navigate]);
  return isAsked;
}

/** The result of a payment is shown first. */
function Announcements() {
  const [search] = useSearchParams();
  return search.has(PAYMENT_PARAMETER) ? null : <Popups />;
}
