// The interface of the chart, independent of the library that draws it.
import type { Candle, Timeframe } from '@halyard/contract/market';
import type { ChartCell, Drawing } from '@halyard/contract/workspace';
import type { ComparedChange } from './compared-rates.ts';
import type { PriceTick } from './running-candle.ts';

export type ChartSeries = {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** The asset's own decimals. */
  readonly decimals: number;
};

export type ComparedSymbol = Pick<ChartSeries, 'symbol' | 'decimals'>;

export type CandleRequest = {
  readonly series: ChartSeries;
  /** Only candles that began before this instant; absent: the newest. */
  readonly beforeMs?: number;
};

export type CandlePage = {
  /** The candles in ascending order. */
  readonly candles: readonly Candle[];
  readonly hasOlder: boolean;
};

export type ChartLine = {
  readonly id: string;
  readonly price: number;
  /** Written at the left end, above the line. */
  readonly label: string;
  /** Written at the right end, beside the price on the axis; both if the line has them. */
  readonly tag: string | undefined;
  readonly axisLabel: string | undefined;
  /** `muted`: neutral colour. */
  readonly tone: 'up' | 'down' | 'muted';
  /** What dragging the line changes; absent for a fixed line. */
  readonly level?: LineLevel;
  /** The pending order that the cross at the end of the line cancels. */
  readonly cancels?: number;
};

/**
 * The object that a line belongs to: the order in the ticket, a position, or the pending order with
 * this id; and whether the line is its price, stop or target.
 */
export type LineLevel =
  | { readonly owner: 'ticket'; readonly kind: 'price' | 'stop' | 'target' }
  | { readonly owner: 'position'; readonly id: number; readonly kind: 'stop' | 'target' }
  | { readonly owner: 'order'; readonly id: number; readonly kind: 'price' | 'stop' | 'target' };

export type MovedLevel = LineLevel & { readonly rate: number };

export type Indicator = ChartCell['indicators'][number]['name'];
export type IndicatorChoice = Readonly<ChartCell['indicators'][number]>;
export type DrawingTool = Drawing['tool'];

export type ChartColors = {
  readonly surface: string;
  readonly raised: string;
  readonly line: string;
  readonly text: string;
  readonly muted: string;
  /** The colour of a compared symbol's line. */
  readonly accent: string;
  readonly up: string;
  readonly down: string;
  /** The colours of text on the two directions' colours. */
  readonly onUp: string;
  readonly onDown: string;
};

/** The chart's state: loading, candles, or a message. */
export type ChartPhase = 'loading' | 'shown' | 'empty' | 'failed';

export type ChartOptions = {
  readonly colors: ChartColors;
  readonly language: string;
  writeRate(rate: number, assetDecimals: number): string;
  /** Loads a page of history; a rejection leaves the page empty. */
  load(request: CandleRequest): Promise<CandlePage>;
  onPhase(phase: ChartPhase): void;
  /** The candle under the pointer, else the newest; undefined without candles. */
  onInspect(candle: Candle | undefined): void;
  /**
   * Called with the percentage changes of both compared symbols over the visible candles; undefined
   * if nothing is compared.
   */
  onCompare(change: ComparedChange | undefined): void;
  /** Called when a line was dragged to a price. */
  onMoveLevel(moved: MovedLevel): void;
  /** Called when the customer clicks the cross at the end of a pending order's line. */
  onCancelOrder(id: number): void;
  /** Called when the customer has drawn, moved or removed something. */
  onDrawings(symbol: string, drawings: readonly Drawing[]): void;
};

export interface ChartAdapter {
  /** Shows another symbol or time frame, or reloads the current one. */
  setSeries(series: ChartSeries): void;
  /** Loads the candles that began during an interruption of prices; the visible range stays. */
  catchUp(): void;
  /** Updates the newest candle, or adds others after it, and draws once. */
  pushPrices(ticks: readonly PriceTick[]): void;
  setLines(lines: readonly ChartLine[]): void;
  setIndicators(indicators: readonly IndicatorChoice[]): void;
  /** Replaces the drawings. */
  setDrawings(drawings: readonly Drawing[]): void;
  /** Starts a drawing; `text` is that of a label. A right click on a drawing removes it. */
  startDrawing(tool: DrawingTool, text?: string): void;
  /** Draws another symbol as a line that starts at the first visible candle; undefined for none. */
  setCompared(compared: ComparedSymbol | undefined): void;
  /** The chart's name for assistive technology. */
  setLabel(label: string): void;
  close(): void;
}
