import type { AxisCreateTicksParams, AxisTick } from 'klinecharts';

const TICK_MARGIN_PX = 24;

/** Removes axis times at the very edge, which would be cut in half. */
export function dropClippedTicks({ bounding, defaultTicks }: AxisCreateTicksParams): AxisTick[] {
  return defaultTicks.filter(
    ({ coord }) => coord > TICK_MARGIN_PX && coord < bounding.width - TICK_MARGIN_PX,
  );
}
