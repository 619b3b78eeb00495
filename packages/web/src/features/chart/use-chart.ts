// The chart's life cycle in React: created once for its element, then updated.
import type { Candle, Timeframe } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/http/api.ts';
import { BACKGROUND_INTERVAL_MS, createDrawPace } from '#data/market/draw-pace.ts';
import { useWaitingAlerts } from '#data/market/price-alerts.ts';
import { useAccountSnapshot, useLive, useLiveState } from '#data/market/trading.tsx';
import { useOrderName } from '#forms/order-terms-text.ts';
import { useFormat } from '#i18n/format.ts';
import { currentLanguage } from '#i18n/i18n.ts';
import { IS_PRACTICE } from '#data/auth/account-kind.ts';
import { saveDrawings, useDrawings } from '#data/workspace/workspace.ts';
import type { ChartAdapter, ChartPhase, MovedLevel } from './chart-adapter.ts';
import { readChartColors } from './chart-colors.ts';
import {
  alertLines,
  chartLines,
  type LineTexts,
  orderLines,
  type PlannedLevels,
  plannedLines,
} from './chart-lines.ts';
import { loadCandles } from './load-candles.ts';
import type { ComparedChange } from './compared-rates.ts';
import type { PriceTick } from './running-candle.ts';

/** Draws a chart into the element; undefined until the library has loaded. */
export function useChart(
  element: RefObject<HTMLDivElement | null>,
  requests: {
    readonly onInspect: (candle: Candle | undefined) => void;
    readonly onCompare: (change: ComparedChange | undefined) => void;
    readonly onMoveLevel: (moved: MovedLevel) => void;
    readonly onCancelOrder: (id: number) => void;
  },
): { readonly chart: ChartAdapter | undefined; readonly phase: ChartPhase } {
  const [chart, setChart] = useState<ChartAdapter>();
  const [phase, setPhase] = useState<ChartPhase>('loading');
  const [failure, setFailure] = useState<{ readonly cause: unknown }>();
  // The surrounding region offers to load it again.
  if (failure !== undefined) throw failure.cause;
  const format = useFormat();
  const inspect = useEffectEvent(requests.onInspect);
  const compare = useEffectEvent(requests.onCompare);
  const moveLevel = useEffectEvent(requests.onMoveLevel);
  const cancelOrder = useEffectEvent(requests.onCancelOrder);
  useEffect(() => {
    let isGone = false;
    let created: ChartAdapter | undefined;
    const create = async () => {
      const { createKlineChart } = await import('./kline-chart.ts');
      if (isGone || element.current === null) return;
      created = createKlineChart(element.current, {
        colors: readChartColors(element.current),
        language: currentLanguage(),
        writeRate: format.rate,
        load: (request) => loadCandles(call, request, Date.now()),
        onPhase: setPhase,
        onInspect: (candle) => inspect(candle),
        onCompare: (change) => compare(change),
        onMoveLevel: (moved) => moveLevel(moved),
        onCancelOrder: (id) => cancelOrder(id),
        onDrawings: saveDrawings,
      });
      setChart(created);
    };
    create().catch((cause: unknown) => setFailure({ cause }));
    return () => {
      isGone = true;
      created?.close();
      setChart(undefined);
    };
  }, [element, format]);
  return { chart, phase };
}

/**
 * Shows the symbol and time frame. Reloads after a lost connection, and when the returned function
 * is called.
 */
export function useSeries(
  chart: ChartAdapter | undefined,
  asset: Asset,
  timeframe: Timeframe,
): () => void {
  const { symbol, decimals } = asset;
  const isOnline = useLiveState() !== 'offline';
  const shown = useRef<readonly unknown[]>([]);
  useEffect(() => {
    const wanted = [chart, symbol, timeframe, decimals];
    // Runs also while offline: candles of another symbol must not stand under this symbol's name.
    const isShown = wanted.every((part, at) => part === shown.current[at]);
    if (isShown && !isOnline) return;
    shown.current = wanted;
    chart?.setSeries({ symbol, timeframe, decimals });
  }, [chart, symbol, timeframe, decimals, isOnline]);
  const drawings = useDrawings(symbol);
  useEffect(() => chart?.setDrawings(drawings), [chart, symbol, drawings]);
  return () => chart?.setSeries({ symbol, timeframe, decimals });
}

/**
 * Loads missing candles after the page was hidden or its prices were paused, because no price
 * updates the chart then.
 */
export function useCatchUp(chart: ChartAdapter | undefined): void {
  const { quotes } = useLive();
  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState === 'visible') chart?.catchUp();
    };
    document.addEventListener('visibilitychange', onVisibility);
    const end = quotes.paused.subscribe(() => {
      if (!quotes.paused.current()) chart?.catchUp();
    });
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      end();
    };
  }, [chart, quotes]);
}

/**
 * Updates the newest candle with the displayed price: each time if the chart is active, else at
 * most twice a second.
 */
export function useRunningCandle(
  chart: ChartAdapter | undefined,
  symbol: string,
  isActive: boolean,
): void {
  const { quotes } = useLive();
  useEffect(() => {
    if (chart === undefined) return undefined;
    const intervalMs = isActive ? 0 : BACKGROUND_INTERVAL_MS;
    const pace = createDrawPace<PriceTick>(intervalMs, (ticks) => chart.pushPrices(ticks));
    const end = quotes.subscribe(symbol, () => {
      const quote = quotes.get(symbol);
      if (quote?.state === 'live') pace.add({ price: quote.sell, atMs: quote.ts });
    });
    return () => {
      end();
      pace.close();
    };
  }, [chart, quotes, symbol, isActive]);
}

/** Draws the lines of positions, orders, alerts and the order in the ticket. */
export function useLines(
  chart: ChartAdapter | undefined,
  asset: Asset,
  planned: PlannedLevels,
): void {
  const { t } = useTranslation('trading');
  const format = useFormat();
  const { t: orderText } = useTranslation('orders');
  const orderName = useOrderName();
  const { positions, orders } = useAccountSnapshot();
  const open = positions?.open;
  const { symbol, decimals } = asset;
  const rate = (value: number) => format.rate(value, decimals);
  const texts: LineTexts = {
    entry: ({ direction, amount, leverage, open_rate: openRate }) =>
      t('entryLine', {
        direction: t(direction),
        amount: format.euros(amount),
        leverage,
        rate: rate(openRate),
      }),
    order: (order) =>
      t('entryLine', {
        direction: orderName(order),
        amount: format.euros(order.amount),
        leverage: order.leverage,
        rate: rate(order.price),
      }),
    plannedOrder: (order) => `${t('plannedLine')} · ${orderName(order)}`,
    orderTag: { limit: orderText('limit'), stop: orderText('stop') },
    stop: t('stopTag'),
    target: t('targetTag'),
    trail: orderText('trailTag'),
    rate,
    planned: t('plannedLine'),
    alert: t('alertTag'),
    alertSide: ({ side }) => t('alertLine', { side: t(side === 'buy' ? 'alertBuy' : 'alertSell') }),
  };
  const alerts = useWaitingAlerts(symbol);
  const lines = [
    // Alerts belong to the live account, so the practice account doesn't show them.
    ...(IS_PRACTICE ? [] : alertLines(alerts, texts)),
    ...chartLines(open ?? [], symbol, texts),
    ...orderLines(orders ?? [], symbol, texts),
    ...plannedLines(planned, texts),
  ];
  // Positions arrive every few seconds; lines are redrawn only when they change.
  const signature = JSON.stringify(lines);
  const draw = useEffectEvent(() => chart?.setLines(lines));
  useEffect(() => {
    draw();
  }, [chart, symbol, signature]);
}
