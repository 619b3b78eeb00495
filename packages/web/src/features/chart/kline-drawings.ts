// What customers draw, between the library's overlays and what is kept.
import type { Overlay, OverlayCreate } from 'klinecharts';
import { type Drawing, DRAWING_TOOLS } from './chart-adapter.ts';

export function toOverlay({ tool, points }: Drawing): OverlayCreate {
  return {
    name: tool,
    points: points.map(({ atMs, rate }) => ({
      value: rate,
      ...(atMs === undefined ? {} : { timestamp: atMs }),
    })),
  };
}

/** Those that are finished; one that is still being drawn has fewer points than it needs. */
export function readDrawings(overlays: readonly Overlay[]): readonly Drawing[] {
  return overlays.flatMap(({ name, points, currentStep }) => {
    const tool = DRAWING_TOOLS.find((known) => known === name);
    const isFinished = currentStep === -1;
    if (tool === undefined || !isFinished) return [];
    const read = points.flatMap(({ timestamp, value }) =>
      value === undefined
        ? []
        : [{ rate: value, ...(timestamp === undefined ? {} : { atMs: timestamp }) }],
    );
    return read.length === points.length ? [{ tool, points: read }] : [];
  });
}
