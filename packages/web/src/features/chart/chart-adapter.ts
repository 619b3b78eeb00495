// What the trading screen asks of a chart, whichever library draws it.
import type { Candle, Timeframe } from '@halyard/contract/market';

export type ChartSeries = {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  /** The asset's own decimals. */
  readonly decimals: number;
};

export type CandleRequest = {
  readonly series: ChartSeries;
  /** Only candles that began before this instant; absent for the newest ones. */
  readonly beforeMs?: number;
};

export type CandlePage = {
  /** Ascending. */
  readonly candles: readonly Candle[];
  readonly hasOlder: boolean;
};

export type ChartLine = {
  readonly id: string;
  readonly price: number;
  /** Written at the left end, above the line. */
  readonly label: string;
  /** Written at the right end, beside the price on the axis; both for a line that has them. */
  readonly tag: string | undefined;
  readonly axisLabel: string | undefined;
  /** `muted`: of neither direction. */
  readonly tone: 'up' | 'down' | 'muted';
  /** What is moved when the line is dragged; absent for one that stands still. */
  readonly level?: LineLevel;
};

/** A stop or target: of the order that is being filled in, or of the position with this id. */
export type LineLevel = { readonly owner: 'ticket' | number; readonly kind: 'stop' | 'target' };

export type MovedLevel = LineLevel & { readonly rate: number };

export const INDICATORS = ['MA', 'EMA', 'BOLL', 'RSI', 'MACD'] as const;
export type Indicator = (typeof INDICATORS)[number];
export type IndicatorChoice = { readonly name: Indicator; readonly periods: readonly number[] };

export const DRAWING_TOOLS = ['segment', 'horizontalStraightLine', 'fibonacciLine'] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];

/** Anchored in time and price, so that it stays where it is in every time frame. */
export type Drawing = {
  readonly tool: DrawingTool;
  readonly points: readonly { readonly atMs?: number; readonly rate: number }[];
};

export type ChartColors = {
  readonly surface: string;
  readonly raised: string;
  readonly line: string;
  readonly text: string;
  readonly muted: string;
  readonly up: string;
  readonly down: string;
  /** Text on the colours of the two directions. */
  readonly onUp: string;
  readonly onDown: string;
};

/** What stands on the chart's place: nothing yet, candles, or word that there are none or none came. */
export type ChartPhase = 'loading' | 'shown' | 'empty' | 'failed';

export type ChartOptions = {
  readonly colors: ChartColors;
  readonly language: string;
  writeRate(rate: number, assetDecimals: number): string;
  /** Loads a page of history; a rejection leaves that page empty. */
  load(request: CandleRequest): Promise<CandlePage>;
  onPhase(phase: ChartPhase): void;
  /** The candle under the pointer, else the newest; undefined while there is none. */
  onInspect(candle: Candle | undefined): void;
  /** A line was dragged to a price and let go. */
  onMoveLevel(moved: MovedLevel): void;
  /** The customer has drawn, moved or removed something. */
  onDrawings(symbol: string, drawings: readonly Drawing[]): void;
};

export interface ChartAdapter {
  /** Shows another symbol or time frame, or loads the same one anew. */
  setSeries(series: ChartSeries): void;
  /** Moves the newest candle, or adds one after it. */
  pushPrice(tick: { readonly price: number; readonly atMs: number }): void;
  setLines(lines: readonly ChartLine[]): void;
  setIndicators(indicators: readonly IndicatorChoice[]): void;
  /** Shows these instead of what is drawn. */
  setDrawings(drawings: readonly Drawing[]): void;
  /** Lets the customer draw one; a right click on it removes it. */
  startDrawing(tool: DrawingTool): void;
  /** What the chart is called by assistive technology. */
  setLabel(label: string): void;
  close(): void;
}
