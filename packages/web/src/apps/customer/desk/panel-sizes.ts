// The sizes of the trading screen's panels, and which panels are collapsed; stored in the layout.
import { changeLayout, useLayout } from '#data/workspace/workspace.ts';
import { clampPanel, type PanelName, type PanelSizes, toPanelSizes } from './panel-limits.ts';

export { PANEL_LIMITS, type PanelName } from './panel-limits.ts';

export function usePanelSizes(): PanelSizes {
  return toPanelSizes(useLayout());
}

export function resizePanel(panel: PanelName, px: number): void {
  changeLayout((now) => ({ ...now, px: { ...now.px, [panel]: clampPanel(panel, px) } }));
}

export function foldPanel(panel: PanelName, isFolded: boolean): void {
  changeLayout((now) => {
    if (now.folded.includes(panel) === isFolded) return now;
    const others = now.folded.filter((each) => each !== panel);
    return { ...now, folded: isFolded ? [...others, panel] : others };
  });
}
