// Horizontal price lines: a dashed line over the whole width, a label at its left end, a tag at its
// right end, and its price on the axis.
import { type Chart, type OverlayTemplate, registerOverlay, utils, type YAxis } from 'klinecharts';
import type { ChartColors, ChartLine } from './chart-adapter.ts';
import { CHART_FONT } from './kline-styles.ts';
import { type LinePlace, placeLines } from './line-places.ts';

export const PRICE_LINE = 'halyard-price-line';
export const CANDLE_PANE = 'candle_pane';
/** The figure of the cross that cancels a pending order; its events contain this name. */
export const CANCEL_FIGURE = 'cancel';

export type PriceLineData = {
  readonly line: ChartLine;
  readonly colors: ChartColors;
  readonly findPlace: FindPlace;
};

type View = { readonly chart: Chart; readonly yAxis: YAxis | null; readonly widthPx: number };
export type FindPlace = (id: string, view: View) => LinePlace | undefined;

const TEXT = { size: 11, family: CHART_FONT, borderSize: 0 };
/** The library's padding on either side of a text. */
const TEXT_PADDING_PX = 4;
const CROSS_GAP_PX = 2;
/** Events that must not drag the line, because a press on the cross is a click. */
const NOT_DRAGGED = ['onPressedMoveStart', 'onPressedMoving', 'onPressedMoveEnd'] as const;
const LABELLED_WIDTH_MIN_PX = 500;
/** The opacity of a label in percent, so that the candles stay visible. */
const LABEL_OPACITY_PERCENT = 70;

const priceLine: OverlayTemplate<PriceLineData> = {
  name: PRICE_LINE,
  totalStep: 2,
  lock: true,
  createPointFigures({ chart, coordinates, bounding, overlay, yAxis }) {
    const y = coordinates[0]?.y;
    if (y === undefined) return [];
    const { line, colors, findPlace } = overlay.extendData;
    const place = findPlace(line.id, { chart, yAxis, widthPx: bounding.width });
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
      attrs: {
        x: bounding.width,
        y: y + (place?.axisShiftPx ?? 0),
        text: line.tag,
        align: 'right',
        baseline: 'middle',
      },
      styles: axisStyles(line, colors),
      ignoreEvent: true,
    };
    const label = {
      type: 'text',
      // Labels of buys are above their line and those of sells below, because both may be close
      // together.
      attrs: {
        x: place?.labelX,
        y: line.tone === 'down' ? y + 2 : y - 2,
        text: line.label,
        baseline: line.tone === 'down' ? 'top' : 'bottom',
      },
      styles: { ...TEXT, color, backgroundColor: seeThrough(colors.surface) },
      ignoreEvent: true,
    };
    const cross = {
      key: CANCEL_FIGURE,
      type: 'text',
      attrs: {
        x: bounding.width - tagWidth(line) - CROSS_GAP_PX,
        y: y + (place?.axisShiftPx ?? 0),
        text: '✕',
        align: 'right',
        baseline: 'middle',
      },
      styles: { ...TEXT, color, backgroundColor: colors.raised },
      ignoreEvent: [...NOT_DRAGGED],
    };
    const isLabelled = place?.labelX !== undefined;
    return [
      stroke,
      ...(line.tag === undefined ? [] : [tag]),
      ...(isLabelled ? [label] : []),
      ...(line.cancels === undefined ? [] : [cross]),
    ];
  },
  createYAxisFigures({ chart, coordinates, bounding, overlay, yAxis }) {
    const y = coordinates[0]?.y;
    const { line, colors, findPlace } = overlay.extendData;
    if (y === undefined || line.axisLabel === undefined) return [];
    const widthPx = chart.getSize(CANDLE_PANE, 'main')?.width ?? bounding.width;
    const place = findPlace(line.id, { chart, yAxis, widthPx });
    const isLeft = yAxis?.isFromZero() ?? false;
    return {
      type: 'text',
      attrs: {
        x: isLeft ? 0 : bounding.width,
        y: y + (place?.axisShiftPx ?? 0),
        text: line.axisLabel,
        align: isLeft ? 'left' : 'right',
        baseline: 'middle',
      },
      styles: axisStyles(line, colors),
      ignoreEvent: true,
    };
  },
};

/** Computes the places of all lines' texts together, once for each scale of the chart. */
export function createFindPlace(lines: readonly ChartLine[]): FindPlace {
  let placedFor = '';
  let places: ReadonlyMap<string, LinePlace> = new Map();
  return (id, { chart, yAxis, widthPx }) => {
    if (yAxis === null) return undefined;
    const last = chart.getDataList().at(-1)?.close;
    const lastPriceY = last === undefined ? undefined : yAxis.convertToPixel(last);
    // Two prices identify the scale of the axis.
    const scale = [1, 2].map((price) => yAxis.convertToPixel(price));
    const view = `${scale.join(' ')} ${lastPriceY} ${widthPx}`;
    if (placedFor !== view) {
      placedFor = view;
      places = placeLines(
        lines.map((line) => ({
          id: line.id,
          y: yAxis.convertToPixel(line.price),
          // Labels are omitted on a phone, where they would hide the candles.
          labelWidthPx: widthPx < LABELLED_WIDTH_MIN_PX ? 0 : labelWidth(line.label),
          isLabelBelow: line.tone === 'down',
          hasAxisLabel: line.axisLabel !== undefined,
        })),
        { widthPx, lastPriceY },
      );
    }
    return places.get(id);
  };
}

function tagWidth({ tag = '' }: ChartLine): number {
  return labelWidth(tag);
}

function labelWidth(label: string): number {
  if (label === '') return 0;
  return utils.calcTextWidth(label, TEXT.size, 'normal', TEXT.family) + 2 * TEXT_PADDING_PX;
}

/** Returns the styles of the price on the axis, and of the tag beside it. */
function axisStyles({ tone }: ChartLine, colors: ChartColors) {
  const color = { up: colors.onUp, down: colors.onDown, muted: colors.surface }[tone];
  return { ...TEXT, color, backgroundColor: colors[tone] };
}

export function registerPriceLine(): void {
  registerOverlay(priceLine);
}

/** Makes a colour translucent. It can be in any CSS format. */
function seeThrough(color: string): string {
  return `color-mix(in srgb, ${color} ${LABEL_OPACITY_PERCENT}%, transparent)`;
}
