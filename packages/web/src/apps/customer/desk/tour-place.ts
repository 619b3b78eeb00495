// Places the tour's card beside the part that it explains: inside the window and without covering
// the part.

export type Box = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

export type Size = Pick<Box, 'width' | 'height'>;
export type Place = Pick<Box, 'left' | 'top'>;

/** The gaps between the card and the part, and between the card and the window's edge. */
const GAP_PX = 14;
const EDGE_PX = 8;

/**
 * Returns the place of the card: to the right of the target, else to its left, above or below it,
 * where there is room first; without a target or room it is at the bottom, in the middle.
 */
export function placeCard(target: Box | undefined, card: Size, view: Size): Place {
  const clampLeft = (left: number) => clamp(left, view.width - card.width - EDGE_PX);
  const clampTop = (top: number) => clamp(top, view.height - card.height - EDGE_PX);
  const bottom = {
    left: clampLeft((view.width - card.width) / 2),
    top: clampTop(view.height),
  };
  if (target === undefined) return bottom;
  const right = target.left + target.width;
  const below = target.top + target.height;
  const needed = { width: card.width + GAP_PX + EDGE_PX, height: card.height + GAP_PX + EDGE_PX };
  const beside = clampTop(
    target.top + Math.min(target.height - card.height, target.height / 2) / 2,
  );
  const inline = clampLeft(target.left + (target.width - card.width) / 2);
  if (view.width - right >= needed.width) return { left: right + GAP_PX, top: beside };
  if (target.left >= needed.width) return { left: target.left - GAP_PX - card.width, top: beside };
  if (target.top >= needed.height) return { left: inline, top: target.top - GAP_PX - card.height };
  if (view.height - below >= needed.height) return { left: inline, top: below + GAP_PX };
  return bottom;
}

function clamp(value: number, maximum: number): number {
  return Math.max(EDGE_PX, Math.min(value, maximum));
}
