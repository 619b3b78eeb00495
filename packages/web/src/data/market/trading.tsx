// The live feed for components: one connection below LiveProvider, and hooks that render a
// component only when its data changes.
import type { LiveQuote } from '@halyard/contract/market';
import type { Asset, BalanceFigures, Position } from '@halyard/contract/trading';
import { toEuros } from '@halyard/core/money';
import { SECOND_MS } from '@halyard/core/time';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useAssets } from './assets.ts';
import { useConfig } from '../http/config.ts';
import { type AccountSnapshot, Live, type LiveState } from '../live/live.ts';
import { noteNotification, noteScreenFeed } from '../live/notification-feed.ts';
import { session } from '../auth/session.ts';
import { rememberLast } from './remember-last.ts';
import { openProfit, openReturn, toQuote } from './trading-core.ts';
import { liveFigures } from './trading-figures.ts';

const LiveContext = createContext<Live | undefined>(undefined);

type LiveProviderProps = { readonly token: string; readonly children: ReactNode };

/** The live feed of one session, open while mounted. */
export function LiveProvider({ token, children }: LiveProviderProps) {
  const [live] = useState(
    () =>
      new Live({
        token,
        onSessionEnded() {
          // A late message about an older session must not end the current one.
          if (session.current() === token) session.end('ended');
        },
        onNotification: noteNotification,
      }),
  );
  useEffect(() => {
    live.open();
    noteScreenFeed(true);
    return () => {
      live.close();
      noteScreenFeed(false);
    };
  }, [live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The connection; only below LiveProvider. */
export function useLive(): Live {
  const live = useContext(LiveContext);
  if (live === undefined) throw new Error('useLive is used below LiveProvider');
  return live;
}

/**
 * The displayed quote; undefined until the first. A symbol without subscription keeps the quote of
 * the last render.
 */
export function useQuote(symbol: string, isFollowed = true): LiveQuote | undefined {
  const { quotes } = useLive();
  const subscribe = useCallback(
    (listener: () => void) => (isFollowed ? quotes.subscribe(symbol, listener) : () => undefined),
    [quotes, symbol, isFollowed],
  );
  return useSyncExternalStore(subscribe, () => quotes.get(symbol));
}

/** The state of the displayed quote, which seldom changes. */
export function useQuoteState(symbol: string): LiveQuote['state'] | undefined {
  const { quotes } = useLive();
  const subscribe = useCallback(
    (listener: () => void) => quotes.subscribe(symbol, listener),
    [quotes, symbol],
  );
  return useSyncExternalStore(subscribe, () => quotes.get(symbol)?.state);
}

/** The symbols that can be traded now; undefined until the first price. */
export function useLiveSymbols(): ReadonlySet<string> | undefined {
  const { liveSymbols } = useLive().quotes;
  return useSyncExternalStore(liveSymbols.subscribe, liveSymbols.current);
}

export function useLiveState(): LiveState {
  const { state } = useLive();
  return useSyncExternalStore(state.subscribe, state.current);
}

/** Whether the customer has paused live prices. */
export function usePaused(): boolean {
  const { paused } = useLive().quotes;
  return useSyncExternalStore(paused.subscribe, paused.current);
}

/** Positions and figures as last sent by the server. */
export function useAccountSnapshot(): AccountSnapshot {
  const { account } = useLive();
  return useSyncExternalStore(account.subscribe, account.current);
}

export type AssetIndex = ReadonlyMap<string, Asset>;

/** All assets by symbol; undefined while loading. */
export function useAssetIndex(): AssetIndex | undefined {
  const assets = useAssets();
  return useMemo(
    () =>
      assets === undefined ? undefined : new Map(assets.map((asset) => [asset.symbol, asset])),
    [assets],
  );
}

const rememberFigures = rememberLast<BalanceFigures>();

/** The account's figures at the displayed quotes; undefined until the server has sent some. */
export function useFigures(): BalanceFigures | undefined {
  const { quotes } = useLive();
  const { positions, figures } = useAccountSnapshot();
  const assets = useAssetIndex();
  const regime = useConfig()?.regime;
  const symbols = useMemo(
    () => [...new Set(positions?.open.map((position) => position.symbol))],
    [positions],
  );
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = symbols.map((symbol) => quotes.subscribe(symbol, listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [quotes, symbols],
  );
  useSyncExternalStore(subscribe, () => quotes.paints);
  if (figures === undefined) return undefined;
  if (positions === undefined || assets === undefined || regime === undefined) return figures;
  const prices = {
    quote: (symbol: string) => quotes.get(symbol),
    asset: (symbol: string) => assets.get(symbol),
  };
  // Several components show the figures, and each render at the same prices needs the same.
  return rememberFigures([figures, positions, assets, regime, quotes, quotes.paints], () =>
    liveFigures({ figures, positions, regime, prices }),
  );
}

/** An open position's profit in euros at the displayed quote; null if unknown. */
export function useOpenProfit(
  position: Position,
  asset: Asset | undefined,
  isFollowed = true,
): number | null {
  const live = useQuote(position.symbol, isFollowed);
  const quote = asset === undefined ? undefined : toQuote(position.symbol, live, asset.decimals);
  if (quote === undefined || asset === undefined) return position.profit;
  return toEuros(openProfit(position, quote, asset.decimals));
}

/**
 * The profit in percent of the amount, from prices instead of rounded cents; null without a price.
 */
export function useOpenReturn(
  position: Position,
  asset: Asset | undefined,
  isFollowed = true,
): number | null {
  const live = useQuote(position.symbol, isFollowed);
  if (asset === undefined) return null;
  const quote = toQuote(position.symbol, live, asset.decimals);
  return quote === undefined ? null : openReturn(position, quote, asset.decimals);
}

/** The time since the feed's last message, updated every second. */
export function useFeedSilence(): number {
  const live = useLive();
  const [silentForMs, setSilentForMs] = useState(() => live.silentForMs());
  useEffect(() => {
    const timer = setInterval(() => setSilentForMs(live.silentForMs()), SECOND_MS);
    return () => clearInterval(timer);
  }, [live]);
  return silentForMs;
}
