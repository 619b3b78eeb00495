// Places the texts of price lines without overlaps: labels at the left end move to the right of
// earlier ones, prices on the axis move apart and away from the last price.

/** The height of a label, including the space that the library leaves around a text. */
const LABEL_HEIGHT_PX = 19;
const AXIS_LABEL_HEIGHT_PX = 20;
const LABEL_MARGIN_LEFT_PX = 8;
const LABEL_GAP_PX = 4;

export type PlacedLine = {
  readonly id: string;
  /** The line's distance from the top, in pixels. */
  readonly y: number;
  /** The width of the label at the left end; zero without one. */
  readonly labelWidthPx: number;
  /** Whether the label is below the line. */
  readonly isLabelBelow: boolean;
  readonly hasAxisLabel: boolean;
};

export type LinePlace = {
  /** The label's distance from the left; undefined if there is no room for it. */
  readonly labelX: number | undefined;
  /** How far the texts at the right end are moved down. */
  readonly axisShiftPx: number;
};

export function placeLines(
  lines: readonly PlacedLine[],
  view: { readonly widthPx: number; readonly lastPriceY: number | undefined },
): ReadonlyMap<string, LinePlace> {
  const labels = placeLabels(lines, view.widthPx);
  const shifts = shiftAxisLabels(lines, view.lastPriceY);
  return new Map(
    lines.map(({ id }) => [id, { labelX: labels.get(id), axisShiftPx: shifts.get(id) ?? 0 }]),
  );
}

function placeLabels(lines: readonly PlacedLine[], widthPx: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const sorted = lines
    .filter(({ labelWidthPx }) => labelWidthPx > 0)
    .map((line) => ({ ...line, top: line.isLabelBelow ? line.y : line.y - LABEL_HEIGHT_PX }))
    .toSorted((one, other) => one.top - other.top);
  let row: { readonly top: number; readonly right: number }[] = [];
  for (const { id, top, labelWidthPx } of sorted) {
    row = row.filter((before) => top - before.top < LABEL_HEIGHT_PX);
    const left = Math.max(LABEL_MARGIN_LEFT_PX, ...row.map(({ right }) => right + LABEL_GAP_PX));
    const right = left + labelWidthPx;
    if (right > widthPx) continue;
    places.set(id, left);
    row.push({ top, right });
  }
  return places;
}

/**
 * Moves the prices on the axis apart: those above the last price upwards, those below it downwards.
 */
function shiftAxisLabels(
  lines: readonly PlacedLine[],
  lastPriceY: number | undefined,
): ReadonlyMap<string, number> {
  const sorted = lines
    .filter(({ hasAxisLabel }) => hasAxisLabel)
    .toSorted((one, other) => one.y - other.y);
  const middle = lastPriceY ?? Number.NEGATIVE_INFINITY;
  const above = sorted.filter(({ y }) => y < middle).toReversed();
  const below = sorted.filter(({ y }) => y >= middle);
  const shifts = new Map<string, number>();
  let edge = middle;
  for (const { id, y } of above) {
    edge = Math.min(y, edge - AXIS_LABEL_HEIGHT_PX);
    shifts.set(id, edge - y);
  }
  edge = middle;
  for (const { id, y } of below) {
    edge = Math.max(y, edge + AXIS_LABEL_HEIGHT_PX);
    shifts.set(id, edge - y);
  }
  return shifts;
}
