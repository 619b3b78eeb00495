// Drawing tools that the library lacks: a rectangle, a measured distance, and a label.
import { type OverlayTemplate, registerOverlay } from 'klinecharts';

const CORNER_STEPS = 3;
const POINT_STEPS = 2;
const LABEL_GAP_PX = 6;

const DEFAULT_FIGURES = {
  needDefaultPointFigure: true,
  needDefaultXAxisFigure: true,
  needDefaultYAxisFigure: true,
} as const;

type Corner = { readonly x: number; readonly y: number };

function boxFigure([one, other]: readonly Corner[]) {
  if (one === undefined || other === undefined) return [];
  const attrs = {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
  return [{ type: 'rect', attrs, styles: { style: 'stroke_fill' } }];
}

const rectangle: OverlayTemplate = {
  name: 'rectangle',
  totalStep: CORNER_STEPS,
  ...DEFAULT_FIGURES,
  createPointFigures: ({ coordinates }) => boxFigure(coordinates),
};

/** Measures the difference between two points: in price, in percent, and in candles. */
const measure: OverlayTemplate = {
  name: 'measure',
  totalStep: CORNER_STEPS,
  ...DEFAULT_FIGURES,
  createPointFigures({ chart, coordinates, overlay }) {
    const [first, second] = overlay.points;
    const end = coordinates[1];
    if (first?.value === undefined || second?.value === undefined || end === undefined) return [];
    const change = second.value - first.value;
    const sign = change < 0 ? '−' : '+';
    const decimals = chart.getSymbol()?.pricePrecision ?? 0;
    const rate = chart.getThousandsSeparator().format(Math.abs(change).toFixed(decimals));
    const percent = Math.abs((100 * change) / first.value).toFixed(2);
    const candles = Math.abs((second.dataIndex ?? 0) - (first.dataIndex ?? 0));
    const text = {
      type: 'text',
      attrs: {
        x: end.x,
        y: change < 0 ? end.y + LABEL_GAP_PX : end.y - LABEL_GAP_PX,
        text: `${sign}${rate} (${sign}${percent} %) · ${candles}`,
        align: 'center',
        baseline: change < 0 ? 'top' : 'bottom',
      },
      ignoreEvent: true,
    };
    return [...boxFigure(coordinates), text];
  },
};

const label: OverlayTemplate<string> = {
  name: 'label',
  totalStep: POINT_STEPS,
  ...DEFAULT_FIGURES,
  createPointFigures({ coordinates, overlay }) {
    const [place] = coordinates;
    if (place === undefined) return [];
    const attrs = { ...place, text: overlay.extendData, align: 'left', baseline: 'bottom' };
    return { type: 'text', attrs };
  },
};

let isRegistered = false;

export function registerTools(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerOverlay(rectangle);
  registerOverlay(measure);
  registerOverlay(label);
}
