// Another symbol as a line on the candles. The line starts at the close of the first visible candle,
// so that both show the same percentage at the same height.
import type { Candle } from '@halyard/contract/market';
import { type AxisRange, type Chart, type KLineData, registerIndicator } from 'klinecharts';
import type { ChartOptions, ChartSeries, ComparedSymbol } from './chart-adapter.ts';
import {
  comparedChange,
  comparedRates,
  type ComparedRow,
  spanOf,
  widen,
} from './compared-rates.ts';

const LINE_WIDTH_PX = 1.5;

type Rates = ReadonlyMap<number, number>;
type Options = Pick<ChartOptions, 'load' | 'colors' | 'onCompare'> & { readonly paneId: string };

export class Comparison {
  static readonly NAME = 'halyard-comparison';
  readonly #chart: Chart;
  readonly #options: Options;
  readonly #rates = new Map<number, number>();
  #series: ChartSeries | undefined;
  #compared: ComparedSymbol | undefined;

  constructor(chart: Chart, options: Options) {
    this.#chart = chart;
    this.#options = options;
    registerComparison();
  }

  /** Sets the series that the chart shows. */
  follow(series: ChartSeries | undefined): void {
    this.#series = series;
    this.#restart();
  }

  compare(compared: ComparedSymbol | undefined): void {
    if (compared?.symbol === this.#compared?.symbol) return;
    this.#compared = compared;
    this.#restart();
  }

  /**
   * Loads the page of the compared symbol that ends before this time; after a rejection the line
   * has a gap.
   */
  load(beforeMs: number | undefined): void {
    const series = this.#series;
    const compared = this.#compared;
    if (series === undefined || compared === undefined) return;
    const wanted = { ...compared, timeframe: series.timeframe };
    void this.#options
      .load(beforeMs === undefined ? { series: wanted } : { series: wanted, beforeMs })
      .catch(() => undefined)
      .then((page) => {
        if (page === undefined || series !== this.#series || compared !== this.#compared) return;
        this.#add(page.candles);
      });
  }

  #restart(): void {
    this.#rates.clear();
    this.#options.onCompare(undefined);
    this.#chart.removeIndicator({ name: Comparison.NAME });
    this.#chart.overrideYAxis({ paneId: this.#options.paneId, createRange: plainRange });
    this.load(undefined);
  }

  #add(candles: readonly Candle[]): void {
    for (const [atMs, , , , close] of candles) this.#rates.set(atMs, close);
    this.#chart.removeIndicator({ name: Comparison.NAME });
    const { paneId, colors, onCompare } = this.#options;
    const extendData = { ratesOf: () => this.#rates, color: colors.accent, onCompare };
    this.#chart.createIndicator({ name: Comparison.NAME, paneId, extendData }, true);
    this.#chart.overrideYAxis({
      paneId,
      createRange: ({ chart, defaultRange }) =>
        widenRange(defaultRange, rowsOf(chart, this.#rates)),
    });
  }
}

function plainRange({ defaultRange }: { readonly defaultRange: AxisRange }): AxisRange {
  return defaultRange;
}

function rowsOf(chart: Chart, rates: Rates): readonly ComparedRow[] {
  return comparedRates(visibleBars(chart), rates);
}

function visibleBars(chart: Chart): readonly KLineData[] {
  const { from, to } = chart.getVisibleRange();
  return chart.getDataList().slice(Math.max(from, 0), to);
}

function widenRange(range: AxisRange, rows: readonly ComparedRow[]): AxisRange {
  const { from, to } = widen(range, spanOf(rows));
  const size = { range: to - from, realRange: to - from, displayRange: to - from };
  return {
    ...range,
    from,
    to,
    realFrom: from,
    realTo: to,
    displayFrom: from,
    displayTo: to,
    ...size,
  };
}

/**
 * `ratesOf` is a function, because the library copies data and would turn a map into a plain
 * object.
 */
type Extended = { readonly ratesOf: () => Rates; readonly color: string } & Pick<
  ChartOptions,
  'onCompare'
>;

let isRegistered = false;

function registerComparison(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerIndicator<KLineData, unknown, Extended>({
    name: Comparison.NAME,
    shortName: '',
    figures: [],
    calc: (bars) => bars,
    createTooltipDataSource: () => ({ name: '', calcParamsText: '', legends: [], features: [] }),
    draw({ ctx, chart, indicator, xAxis, yAxis }) {
      const first = Math.max(chart.getVisibleRange().from, 0);
      const { ratesOf, onCompare } = indicator.extendData;
      const rows = rowsOf(chart, ratesOf());
      onCompare(comparedChange(visibleBars(chart), rows));
      ctx.beginPath();
      for (const { at, rate } of rows) {
        ctx.lineTo(xAxis.convertToPixel(first + at), yAxis.convertToPixel(rate));
      }
      ctx.strokeStyle = indicator.extendData.color;
      ctx.lineWidth = LINE_WIDTH_PX;
      ctx.stroke();
      return true;
    },
  });
}
