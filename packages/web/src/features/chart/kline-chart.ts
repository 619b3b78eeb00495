// The chart drawn by KLineChart. Loaded when a chart is first shown.
import type { Candle } from '@halyard/contract/market';
import type { Drawing } from '@halyard/contract/workspace';
import {
  type Chart,
  type DataLoaderGetBarsParams,
  dispose,
  init,
  type KLineData,
  type Overlay,
  type OverlayCreate,
  type Point,
} from 'klinecharts';
import type {
  ChartAdapter,
  ChartLine,
  ChartOptions,
  ChartSeries,
  ComparedSymbol,
  DrawingTool,
  IndicatorChoice,
} from './chart-adapter.ts';
import { ON_CANDLES } from './indicator-choice.ts';
import { fromBar, isCrosshair, PERIODS, toBar } from './kline-bars.ts';
import { readDrawings, toOverlay, watchQuickPoints } from './kline-drawings.ts';
import {
  CANCEL_FIGURE,
  CANDLE_PANE,
  createFindPlace,
  type FindPlace,
  PRICE_LINE,
  type PriceLineData,
  registerPriceLine,
} from './kline-lines.ts';
import { Comparison } from './kline-comparison.ts';
import { dropClippedTicks } from './kline-ticks.ts';
import { klineStyles } from './kline-styles.ts';
import { registerTools } from './kline-tools.ts';
import { extendCandles, type PriceTick } from './running-candle.ts';

const LINES_GROUP = 'lines';
const DRAWINGS_GROUP = 'drawings';
const INDICATOR_PANE_PX = 84;
/**
 * Above any possible number of repeated digits, so that the library does not shorten 0.00012 to
 * 0.0₃12.
 */
const NO_DECIMAL_FOLD = 99;
const RIGHT_MARGIN_PX = 40;
const NARROW_PX = 500;
const BAR_SPACE_PX = 9;
const BAR_SPACE_NARROW_PX = 6;
const CROSSHAIR_CHANGED = 'onCrosshairChange';

export function createKlineChart(element: HTMLElement, options: ChartOptions): ChartAdapter {
  registerPriceLine();
  registerTools();
  const chart = init(element, {
    locale: options.language === 'en' ? 'en-US' : options.language,
    styles: klineStyles(options.colors),
    decimalFold: { threshold: NO_DECIMAL_FOLD },
  });
  if (chart === null) throw new Error('The chart could not be drawn into its element');
  return new KlineAdapter(chart, element, options);
}

class KlineAdapter implements ChartAdapter {
  readonly #chart: Chart;
  readonly #element: HTMLElement;
  readonly #options: ChartOptions;
  #series: ChartSeries | undefined;
  #push: ((bar: KLineData) => void) | undefined;
  /** The pointer's distance from the left edge of the candles. */
  #pointerX: number | undefined;
  #isDragging = false;
  #isCatchingUp = false;
  /** Whether loading the history failed, so that a running candle would stand alone. */
  #hasFailed = false;
  #lines: readonly ChartLine[] = [];
  /** The symbol and the drawings that the chart shows, as one text. */
  #drawn = '';
  readonly #comparison: Comparison;
  readonly #endWatch: () => void;

  constructor(chart: Chart, element: HTMLElement, options: ChartOptions) {
    this.#chart = chart;
    this.#element = element;
    this.#options = options;
    this.#container()?.setAttribute('tabindex', '0');
    this.#comparison = new Comparison(chart, { paneId: CANDLE_PANE, ...options });
    chart.setOffsetRightDistance(RIGHT_MARGIN_PX);
    chart.setBarSpace(element.clientWidth < NARROW_PX ? BAR_SPACE_NARROW_PX : BAR_SPACE_PX);
    chart.overrideXAxis({ createTicks: dropClippedTicks });
    chart.setThousandsSeparator({ format: (value) => this.#writeRate(value) });
    chart.subscribeAction(CROSSHAIR_CHANGED, this.#onCrosshair);
    element.addEventListener('mouseleave', this.#onLeave);
    this.#endWatch = watchQuickPoints(chart, element, {
      paneId: CANDLE_PANE,
      onPoints: (drawing, points) => this.#finishDrawing(drawing, points),
    });
    chart.setDataLoader({
      getBars: (params) => this.#load(params),
      subscribeBar: ({ callback }) => {
        this.#push = callback;
      },
      unsubscribeBar: () => {
        this.#push = undefined;
      },
    });
  }

  setSeries(series: ChartSeries): void {
    // Without a series the loader waits, so that setting symbol and period starts one load.
    this.#series = undefined;
    this.#chart.setSymbol({ ticker: series.symbol, pricePrecision: series.decimals });
    this.#series = series;
    // A new object each time, because the library ignores an unchanged one.
    this.#chart.setPeriod({ ...PERIODS[series.timeframe] });
    this.#comparison.follow(series);
  }

  pushPrices(ticks: readonly PriceTick[]): void {
    const series = this.#series;
    if (series === undefined || this.#push === undefined || this.#hasFailed) return;
    // A candle begun by this price would hide that others are missing before it.
    if (this.#isCatchingUp) return;
    const newest = this.#newest();
    const candles = extendCandles(newest, series.timeframe, ticks);
    if (candles.length === 0) return;
    for (const candle of candles) this.#push(toBar(candle));
    if (newest === undefined) this.#options.onPhase('shown');
    this.#inspect();
  }

  catchUp(): void {
    const series = this.#series;
    const newest = this.#newest();
    if (series === undefined || newest === undefined || this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    void this.#options
      .load({ series })
      .catch(() => undefined)
      .then((page) => {
        this.#isCatchingUp = false;
        if (page === undefined || series !== this.#series) return;
        const [oldest] = page.candles;
        // More candles are missing than one page contains, so the whole series is reloaded.
        if (oldest !== undefined && oldest[0] > newest[0]) this.setSeries(series);
        else this.#pushAll(page.candles.filter(([atMs]) => atMs >= newest[0]));
      });
  }

  setLines(lines: readonly ChartLine[]): void {
    this.#lines = lines;
    // A line must not be replaced while it is being dragged.
    if (this.#isDragging) return;
    this.#chart.removeOverlay({ groupId: LINES_GROUP });
    const findPlace = createFindPlace(lines);
    for (const line of lines) this.#addLine(line, findPlace);
  }

  setIndicators(indicators: readonly IndicatorChoice[]): void {
    const shown = new Set(this.#chart.getIndicators().map(({ name }) => name));
    for (const name of shown) {
      if (name === Comparison.NAME) continue;
      if (!indicators.some((wanted) => wanted.name === name)) this.#chart.removeIndicator({ name });
    }
    for (const { name, periods } of indicators) {
      const calcParams = [...periods];
      if (shown.has(name)) {
        this.#chart.overrideIndicator({ name, calcParams });
      } else if (ON_CANDLES.has(name)) {
        this.#chart.createIndicator({ name, calcParams, paneId: CANDLE_PANE }, true);
      } else {
        const paneId = `pane-${name}`;
        this.#chart.createIndicator({ name, calcParams, paneId });
        this.#chart.setPaneOptions({ id: paneId, height: INDICATOR_PANE_PX });
      }
    }
  }

  setDrawings(drawings: readonly Drawing[]): void {
    const symbol = this.#series?.symbol;
    const drawn = JSON.stringify([symbol, drawings]);
    // Saving a drawing returns it here; it is on the chart already.
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    // Removes the callbacks first, because clearing the chart is not an action of the customer.
    this.#chart.overrideOverlay({ groupId: DRAWINGS_GROUP, onRemoved: null });
    this.#chart.removeOverlay({ groupId: DRAWINGS_GROUP });
    if (symbol === undefined) return;
    for (const drawing of drawings) {
      this.#chart.createOverlay({ ...toOverlay(drawing), ...this.#drawingEvents(symbol) });
    }
  }

  startDrawing(tool: DrawingTool, text?: string): void {
    const symbol = this.#series?.symbol;
    if (symbol === undefined) return;
    this.#chart.createOverlay({ name: tool, extendData: text, ...this.#drawingEvents(symbol) });
  }

  setCompared(compared: ComparedSymbol | undefined): void {
    this.#comparison.compare(compared);
  }

  setLabel(label: string): void {
    const container = this.#container();
    container?.setAttribute('role', 'application');
    container?.setAttribute('aria-label', label);
  }

  close(): void {
    this.#series = undefined;
    this.#push = undefined;
    this.#comparison.follow(undefined);
    this.#chart.unsubscribeAction(CROSSHAIR_CHANGED, this.#onCrosshair);
    this.#element.removeEventListener('mouseleave', this.#onLeave);
    this.#endWatch();
    dispose(this.#element);
  }

  #pushAll(candles: readonly Candle[]): void {
    for (const candle of candles) this.#push?.(toBar(candle));
    this.#inspect();
  }

  #addLine(line: ChartLine, findPlace: FindPlace): void {
    const extendData: PriceLineData = { line, colors: this.#options.colors, findPlace };
    const { level } = line;
    this.#chart.createOverlay({
      name: PRICE_LINE,
      id: line.id,
      groupId: LINES_GROUP,
      lock: level === undefined,
      points: [{ value: line.price }],
      extendData,
      ...(level === undefined
        ? {}
        : {
            onPressedMoveStart: () => {
              this.#isDragging = true;
            },
            onClick: ({ figure }) => {
              if (figure?.key === CANCEL_FIGURE && line.cancels !== undefined) {
                this.#options.onCancelOrder(line.cancels);
              }
            },
            onPressedMoveEnd: ({ overlay }) => {
              this.#isDragging = false;
              const rate = overlay.points[0]?.value;
              if (rate !== undefined) this.#options.onMoveLevel({ ...level, rate });
              // Puts the line back: it moves only when the level itself changes.
              this.setLines(this.#lines);
            },
          }),
    });
  }

  #drawingEvents(symbol: string): Omit<OverlayCreate, 'name'> {
    // Waits until the callback has ended, because the library removes the drawing afterwards.
    const notify = (): void => queueMicrotask(() => this.#notifyDrawings(symbol));
    return {
      groupId: DRAWINGS_GROUP,
      onDrawEnd: notify,
      onPressedMoveEnd: notify,
      onRemoved: notify,
    };
  }

  /** Replaces the drawing in progress. */
  #finishDrawing({ id, name }: Overlay, points: Partial<Point>[]): void {
    const symbol = this.#series?.symbol;
    if (symbol === undefined) return;
    this.#chart.overrideOverlay({ id, onRemoved: null });
    this.#chart.removeOverlay({ id });
    this.#chart.createOverlay({ name, points, ...this.#drawingEvents(symbol) });
    this.#notifyDrawings(symbol);
  }

  #notifyDrawings(symbol: string): void {
    const overlays = this.#chart.getOverlays({ groupId: DRAWINGS_GROUP });
    const drawings = readDrawings(overlays);
    this.#drawn = JSON.stringify([symbol, drawings]);
    this.#options.onDrawings(symbol, drawings);
  }

  async #load(params: DataLoaderGetBarsParams): Promise<void> {
    const series = this.#series;
    // 'backward' requests bars newer than the newest, which don't exist.
    if (series === undefined || params.type === 'backward') return;
    if (params.type === 'init') this.#options.onPhase('loading');
    const beforeMs = params.type === 'forward' ? params.timestamp : null;
    const page = await this.#options
      .load(beforeMs === null ? { series } : { series, beforeMs })
      .catch(() => undefined);
    // Another series was chosen meanwhile; the library would mix both.
    if (series !== this.#series) return;
    const { candles, hasOlder } = page ?? { candles: [], hasOlder: false };
    this.#comparison.load(beforeMs ?? undefined);
    params.callback(candles.map(toBar), { forward: hasOlder, backward: false });
    this.#hasFailed = page === undefined && this.#newest() === undefined;
    const nothing = this.#hasFailed ? 'failed' : 'empty';
    this.#options.onPhase(this.#newest() === undefined ? nothing : 'shown');
    this.#inspect();
  }

  readonly #onCrosshair = (data?: unknown): void => {
    this.#pointerX = isCrosshair(data) ? data.x : undefined;
    this.#inspect();
  };

  /** The library does not report when the pointer leaves the chart. */
  readonly #onLeave = (): void => {
    this.#pointerX = undefined;
    this.#inspect();
  };

  #inspect(): void {
    const bar = this.#pointerX === undefined ? undefined : this.#barAt(this.#pointerX);
    this.#options.onInspect(bar === undefined ? this.#newest() : fromBar(bar));
  }

  /** The library reports the pointer's position, not its candle. */
  #barAt(x: number): KLineData | undefined {
    const point = this.#chart.convertFromPixel([{ x }], { paneId: CANDLE_PANE });
    const [first] = Array.isArray(point) ? point : [point];
    const bars = this.#chart.getDataList();
    const { dataIndex } = first ?? {};
    if (dataIndex === undefined) return undefined;
    return bars[Math.min(Math.max(dataIndex, 0), bars.length - 1)];
  }

  /** The focusable element; the library makes it the page's first tab stop (tabindex 1). */
  #container(): Element | null {
    return this.#element.firstElementChild;
  }

  /** The library formats prices with the asset's decimals; ours depend on the magnitude. */
  #writeRate(value: string | number): string {
    const rate = Number(value);
    if (!Number.isFinite(rate)) return String(value);
    return this.#options.writeRate(rate, this.#series?.decimals ?? 0);
  }

  #newest(): Candle | undefined {
    const bar = this.#chart.getDataList().at(-1);
    return bar === undefined ? undefined : fromBar(bar);
  }
}
