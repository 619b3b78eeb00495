// Converts between the library's overlays and the stored drawings of the customer.
import type { Chart, Overlay, OverlayCreate, Point } from 'klinecharts';
import { type Drawing, DRAWING_TOOLS } from '@halyard/contract/workspace';

/** A pointer that moved further than this has dragged, not clicked. */
const CLICK_DISTANCE_PX = 5;
/** The step of a drawing whose first point is set. */
const STEP_SECOND_POINT = 2;
/** The number of steps of a drawing with two points: one for each point, and the end. */
const TWO_POINT_STEPS = 3;

export function toOverlay({ tool, text, points }: Drawing): OverlayCreate {
  return {
    name: tool,
    extendData: text,
    points: points.map(({ atMs, rate }) => ({
      value: rate,
      ...(atMs === undefined ? {} : { timestamp: atMs }),
    })),
  };
}

/** Returns the finished drawings. */
export function readDrawings(overlays: readonly Overlay[]): Drawing[] {
  return overlays.flatMap(({ name, points, currentStep, extendData }) => {
    const tool = DRAWING_TOOLS.find((known) => known === name);
    const isFinished = currentStep === -1;
    if (tool === undefined || !isFinished) return [];
    const read = points.flatMap(({ timestamp, value }) =>
      value === undefined
        ? []
        : [{ rate: value, ...(timestamp === undefined ? {} : { atMs: Math.round(timestamp) }) }],
    );
    if (read.length !== points.length) return [];
    return [
      { tool, ...(typeof extendData === 'string' ? { text: extendData } : {}), points: read },
    ];
  });
}

type Pressed = { readonly x: number; readonly y: number; readonly step: number };

/**
 * Calls back with both points of a drawing if the library has ignored the second one: it treats a
 * click within half a second after a click elsewhere as neither a click nor a double click. Returns
 * a function that stops watching.
 */
export function watchQuickPoints(
  chart: Chart,
  element: HTMLElement,
  {
    paneId,
    onPoints,
  }: {
    readonly paneId: string;
    readonly onPoints: (drawing: Overlay, points: Partial<Point>[]) => void;
  },
): () => void {
  let pressed: Pressed | undefined;
  const findDrawing = (): Overlay | undefined =>
    chart
      .getOverlays()
      .find(
        ({ currentStep, totalStep }) =>
          currentStep === STEP_SECOND_POINT && totalStep === TWO_POINT_STEPS,
      );
  const press = ({ clientX: x, clientY: y }: PointerEvent): void => {
    pressed = { x, y, step: findDrawing()?.currentStep ?? 0 };
  };
  const release = ({ clientX, clientY }: PointerEvent): void => {
    if (pressed?.step !== STEP_SECOND_POINT) return;
    if (Math.abs(clientX - pressed.x) + Math.abs(clientY - pressed.y) >= CLICK_DISTANCE_PX) return;
    // Waits, because the library handles the mouse or touch event that follows this one.
    setTimeout(() => {
      const drawing = findDrawing();
      const first = drawing?.points[0];
      const { left, top } = element.getBoundingClientRect();
      const pixel = { x: clientX - left, y: clientY - top };
      const found = chart.convertFromPixel([pixel], { paneId });
      const [second] = Array.isArray(found) ? found : [found];
      if (drawing === undefined || first === undefined || second === undefined) return;
      onPoints(drawing, [first, second]);
    });
  };
  element.addEventListener('pointerdown', press);
  element.addEventListener('pointerup', release);
  return () => {
    element.removeEventListener('pointerdown', press);
    element.removeEventListener('pointerup', release);
  };
}
