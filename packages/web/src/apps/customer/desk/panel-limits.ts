// The limits of the trading screen's panels.
import { type Layout, PANELS } from '@halyard/contract/workspace';
import { USUAL_LAYOUT } from '#data/workspace/usual-layout.ts';

export type PanelName = (typeof PANELS)[number];

/** The smallest, largest and usual size of each panel in pixels. */
export const PANEL_LIMITS = {
  left: { least: 240, most: 440, usual: USUAL_LAYOUT.px.left },
  right: { least: 272, most: 440, usual: USUAL_LAYOUT.px.right },
  bottom: { least: 120, most: 640, usual: USUAL_LAYOUT.px.bottom },
} as const satisfies Record<
  PanelName,
  { readonly least: number; readonly most: number; readonly usual: number }
>;

export type PanelSizes = {
  readonly px: Readonly<Record<PanelName, number>>;
  readonly folded: readonly PanelName[];
};

export function clampPanel(panel: PanelName, px: number): number {
  const { least, most } = PANEL_LIMITS[panel];
  return Math.min(Math.max(Math.round(px), least), most);
}

/** Returns the sizes within these limits, which are narrower than those that the server accepts. */
export function toPanelSizes({ px, folded }: Pick<Layout, 'px' | 'folded'>): PanelSizes {
  return {
    px: {
      left: clampPanel('left', px.left),
      right: clampPanel('right', px.right),
      bottom: clampPanel('bottom', px.bottom),
    },
    folded: PANELS.filter((panel) => folded.includes(panel)),
  };
}
