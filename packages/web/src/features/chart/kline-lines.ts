// Horizontal price lines: a dashed line over the whole width, a text at its left end and its
// price on the axis.
import { type OverlayTemplate, registerOverlay } from 'klinecharts';
import type { ChartColors, ChartLine } from './chart-adapter.ts';
import { CHART_FONT } from './kline-styles.ts';

export const PRICE_LINE = 'halyard-price-line';

export type PriceLineData = { readonly line: ChartLine; readonly colors: ChartColors };

const TEXT = { size: 11, family: CHART_FONT, borderSize: 0 };
const LABEL_MARGIN_LEFT_PX = 8;
const LABELLED_WIDTH_MIN_PX = 500;
/** The rest lets the candles through. */
const LABEL_OPACITY_PERCENT = 70;

const priceLine: OverlayTemplate<PriceLineData> = {
  name: PRICE_LINE,
  totalStep: 2,
  lock: true,
  createPointFigures({ coordinates, bounding, overlay }) {
    const y = coordinates[0]?.y;
    if (y === undefined) return [];
    const { line, colors } = overlay.extendData;
    const color = colors[line.tone];
    const stroke = {
      type: 'line',
      attrs: {
        coordinates: [
          { x: 0, y },
          { x: bounding.width, y },
        ],
      },
      styles: { style: 'dashed', dashedValue: [6, 4], size: 1, color },
      ignoreEvent: line.level === undefined,
    };
    // On a phone the text would hide the candles.
    if (bounding.width < LABELLED_WIDTH_MIN_PX) return stroke;
    const label = {
      type: 'text',
      attrs: { x: LABEL_MARGIN_LEFT_PX, y: y - 2, text: line.label, baseline: 'bottom' },
      styles: { ...TEXT, color, backgroundColor: seeThrough(colors.surface) },
      ignoreEvent: true,
    };
    return [stroke, label];
  },
  createYAxisFigures({ coordinates, bounding, overlay, yAxis }) {
    const y = coordinates[0]?.y;
    const { line, colors } = overlay.extendData;
    if (y === undefined || line.axisLabel === undefined) return [];
    const isLeft = yAxis?.isFromZero() ?? false;
    return {
      type: 'text',
      attrs: {
        x: isLeft ? 0 : bounding.width,
        y,
        text: line.axisLabel,
        align: isLeft ? 'left' : 'right',
        baseline: 'middle',
      },
      styles: {
        ...TEXT,
        color: line.tone === 'up' ? colors.onUp : colors.onDown,
        backgroundColor: colors[line.tone],
      },
      ignoreEvent: true,
    };
  },
};

export function registerPriceLine(): void {
  registerOverlay(priceLine);
}

/** The colour may be written in any way that style sheets know. */
function seeThrough(color: string): string {
  return `color-mix(in srgb, ${color} ${LABEL_OPACITY_PERCENT}%, transparent)`;
}
