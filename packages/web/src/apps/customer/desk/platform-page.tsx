// The trading screen: its parts, and the state of the order in the ticket. `workspace.tsx` and
// `phone-desk.tsx` arrange the parts.
import type { Direction } from '@halyard/core/instrument';
import { Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { useOpenWork } from '#data/http/open-work.ts';
import { tour, usePreference } from '#data/storage/preference.ts';
import { useWorkspaceSync } from '#data/workspace/workspace.ts';
import { useSessionEdges } from '#data/auth/session-edges.ts';
import { useSessionToken } from '#data/auth/session.ts';
import { LiveProvider, useAssetIndex, useLive, useLiveState } from '#data/market/trading.tsx';
import { Calculator } from '#features/calculator/calculator.tsx';
import type { MovedLevel } from '#features/chart/chart.tsx';
import { MarketList } from '#features/market-list/market-list.tsx';
import {
  focusAmount,
  OrderTicket,
  usePlannedLevels,
  useTicketDraft,
} from '#features/order-ticket/order-ticket.tsx';
import { MovedLevelEditor } from '#features/positions/positions.tsx';
import { PriceAlerts } from '#features/price-alerts/price-alerts.tsx';
import { Popups } from '#features/popups/popups.tsx';
import { useShortcuts } from '#features/screen-settings/screen-settings.tsx';
import { useCancelOrder } from '#forms/use-cancel-order.ts';
import { DEFAULT_SYMBOL, OPEN_TICKET, platformPath } from '#paths.ts';
import { SidePart } from '#ui/dialogs/side-part.tsx';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { FeedNotice } from '../frame/feed-notice.tsx';
import { PAYMENT_PARAMETER } from '../account/payment-return-guard.tsx';
import classes from './platform-page.module.css';
import { Region } from '#apps/frame/region.tsx';
import { AccountBar } from './account-bar.tsx';
import { DeskCharts } from './desk-charts.tsx';
import { DeskPanel } from './desk-panel.tsx';
import { foldPanel } from './panel-sizes.ts';
import { PhoneDesk } from './phone-desk.tsx';
import { useWorkspaceLayout, Workspace } from './workspace.tsx';
import { usePageTitle } from '#apps/frame/use-page-title.ts';

const AmendMovedOrder = lazyPart(
  async () => (await import('#features/orders/orders.tsx')).AmendMovedOrder,
);

const TicketSheet = lazyPart(async () => (await import('./ticket-sheet.tsx')).TicketSheet);
const Tour = lazyPart(async () => (await import('./tour.tsx')).Tour);

const DESK_TABS = IS_PRACTICE
  ? (['positions', 'orders', 'history'] as const)
  : (['positions', 'orders', 'history', 'alerts'] as const);

export function PlatformPage() {
  const token = useSessionToken();
  const symbol = useParams()['symbol']?.toUpperCase() ?? DEFAULT_SYMBOL;
  const { t } = useTranslation();
  usePageTitle(IS_PRACTICE ? `${t('accountPractice')} · ${symbol}` : symbol);
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
  const layout = useWorkspaceLayout();
  const isPhone = layout === 'phone';
  const isTicketAsked = useTicketAsked();
  const [isSheetOpen, setSheetOpen] = useState(isTicketAsked);
  const draft = useTicketDraft(symbol, () => setSheetOpen(false));
  const { kind } = draft.command.stage;
  useSessionEdges();
  useWorkspaceSync();
  useOpenWork(draft.form.amountText !== '' || kind === 'sending' || kind === 'unknown');
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isAlertsOpen, setAlertsOpen] = useState(false);
  const order = (direction: Direction) => {
    draft.change({ kind: 'direction', direction });
    if (isPhone) {
      setSheetOpen(true);
      return;
    }
    // Expands a collapsed ticket first, because a hidden field can't get the focus.
    flushSync(() => foldPanel(layout === 'wide' ? 'right' : 'left', false));
    focusAmount();
  };
  const { quotes } = useLive();
  useShortcuts({
    b: () => order('buy'),
    s: () => order('sell'),
    p: () => quotes.setPaused(!quotes.paused.current()),
    '?': () => setHelpOpen(true),
  });
  const planned = usePlannedLevels(draft, symbol);
  const isTourShown = usePreference(tour);
  const [moved, setMoved] = useState<MovedLevel>();
  const moveLevel = (level: MovedLevel) => {
    if (level.owner === 'ticket') planned.move(level.kind, level.rate);
    else setMoved(level);
  };
  const { cancel } = useCancelOrder();
  const isStale = useLiveState() === 'offline';
  const ticket = { symbol, draft, hasFocus: isTicketAsked };
  const parts = {
    summary: <AccountBar layout={layout} isHelpOpen={isHelpOpen} onHelp={setHelpOpen} />,
    chart: (
      <DeskCharts
        symbol={symbol}
        layout={layout}
        planned={planned}
        onMoveLevel={moveLevel}
        onCancelOrder={cancel}
        onAlerts={IS_PRACTICE ? undefined : () => setAlertsOpen(true)}
      />
    ),
    calculator: (
      <Region>
        <Calculator />
      </Region>
    ),
    markets: (
      <Region>
        <MarketList symbol={symbol} />
      </Region>
    ),
  };
  return (
    <>
      <h1 className={classes['title']}>{symbol}</h1>
      <FeedNotice />
      {isTourShown && (
        <SidePart>
          <Tour />
        </SidePart>
      )}
      {isPhone ? (
        <>
          <PhoneDesk symbol={symbol} isStale={isStale} parts={parts} onOrder={order} />
          <Suspense>
            <TicketSheet {...ticket} isOpen={isSheetOpen} onToggle={setSheetOpen} />
          </Suspense>
        </>
      ) : (
        <Workspace
          layout={layout}
          isStale={isStale}
          {...parts}
          ticket={
            <Region>
              <OrderTicket {...ticket} />
            </Region>
          }
          positions={<DeskPanel symbol={symbol} tabs={DESK_TABS} />}
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

/**
 * Opens the editor with the level that was dragged on the chart, so that the customer sees it
 * before saving.
 */
function MovedEditor({ moved, onClose }: MovedEditorProps) {
  const { owner } = moved;
  if (owner === 'ticket') return null;
  return (
    <Suspense>
      {owner === 'position' ? (
        <MovedLevelEditor id={moved.id} kind={moved.kind} rate={moved.rate} onClose={onClose} />
      ) : (
        <AmendMovedOrder id={moved.id} kind={moved.kind} rate={moved.rate} onClose={onClose} />
      )}
    </Suspense>
  );
}

/**
 * Returns whether the link to this page asked to open the ticket; a reload does not open it again.
 */
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

/** Pop-ups wait while the page shows the result of a payment. */
function Announcements() {
  const [search] = useSearchParams();
  return IS_PRACTICE || search.has(PAYMENT_PARAMETER) ? null : <Popups />;
}
