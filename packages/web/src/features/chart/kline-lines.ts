// Horizontal price lines: a dashed line over the whole width, a text at its left end, what it is at
// its right end, and beside that its price on the axis, which is as wide as a price alone.
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
    const tag = {
      type: 'text',
      attrs: { x: bounding.width, y, text: line.tag, align: 'right', baseline: 'middle' },
      styles: axisStyles(line, colors),
      ignoreEvent: true,
    };
    const label = {
      type: 'text',
      // Above for what was bought and below for what was sold, as both may lie close together.
      attrs: {
        x: LABEL_MARGIN_LEFT_PX,
        y: line.tone === 'down' ? y + 2 : y - 2,
        text: line.label,
        baseline: line.tone === 'down' ? 'top' : 'bottom',
      },
      styles: { ...TEXT, color, backgroundColor: seeThrough(colors.surface) },
      ignoreEvent: true,
    };
    // On a phone the text would hide the candles.
    const isLabelled = line.label !== '' && bounding.width >= LABELLED_WIDTH_MIN_PX;
    return [stroke, ...(line.tag === undefined ? [] : [tag]), ...(isLabelled ? [label] : [])];
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
      styles: axisStyles(line, colors),
      ignoreEvent: true,
    };
  },
};

/** Of the price on the axis, and of what it is, at the end of the line beside it. */
function axisStyles({ tone }: ChartLine, colors: ChartColors) {
  const color = { up: colors.onUp, down: colors.onDown, muted: colors.surface }[tone];
  return { ...TEXT, color, backgroundColor: colors[tone] };
}

export function registerPriceLine(): void {
  registerOverlay(priceLine);
}

/** The colour may be written in any way that style sheets know. */
function seeThrough(color: string): string {
  return `color-mix(in srgb, ${color} ${LABEL_OPACITY_PERCENT}%, transparent)`;
}
