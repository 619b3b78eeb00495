// The sizes of the trading screen's panels, and which are folded away.
import { useSyncExternalStore } from 'react';
import { createSubject } from '#data/http/observable.ts';
import { parseJson } from '#data/http/parse-json.ts';
import { browserStore } from '#data/storage/text-store.ts';

export const PANELS = ['left', 'right', 'bottom'] as const;
export type PanelName = (typeof PANELS)[number];

/** Pixels. */
export const PANEL_LIMITS = {
  left: { least: 240, most: 440, usual: 296 },
  right: { least: 272, most: 440, usual: 304 },
  bottom: { least: 120, most: 640, usual: 208 },
} as const satisfies Record<
  PanelName,
  { readonly least: number; readonly most: number; readonly usual: number }
>;

export type PanelSizes = {
  readonly px: Readonly<Record<PanelName, number>>;
  readonly folded: readonly PanelName[];
};

const KEY = 'halyard:panels';
const sizes = createSubject(readPanelSizes(browserStore.read(KEY)));

export function usePanelSizes(): PanelSizes {
  return useSyncExternalStore(sizes.subscribe, sizes.current);
}

export function resizePanel(panel: PanelName, px: number): void {
  const now = sizes.current();
  store({ ...now, px: { ...now.px, [panel]: clampPanel(panel, px) } });
}

export function foldPanel(panel: PanelName, isFolded: boolean): void {
  const now = sizes.current();
  const others = now.folded.filter((each) => each !== panel);
  store({ ...now, folded: isFolded ? [...others, panel] : others });
}

export function clampPanel(panel: PanelName, px: number): number {
  const { least, most } = PANEL_LIMITS[panel];
  return Math.min(Math.max(Math.round(px), least), most);
}

/** The usual sizes for whatever is missing or invalid. */
export function readPanelSizes(text: string | undefined): PanelSizes {
  const stored = fieldsOf(parseJson(text ?? 'null'));
  const px = fieldsOf(stored['px']);
  const folded = stored['folded'];
  const sizeOf = (panel: PanelName) => {
    const value = px[panel];
    const { usual } = PANEL_LIMITS[panel];
    return typeof value === 'number' && Number.isFinite(value) ? clampPanel(panel, value) : usual;
  };
  return {
    px: { left: sizeOf('left'), right: sizeOf('right'), bottom: sizeOf('bottom') },
    folded: PANELS.filter((panel) => Array.isArray(folded) && folded.includes(panel)),
  };
}

function store(next: PanelSizes): void {
  sizes.set(next);
  browserStore.write(KEY, JSON.stringify(next));
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
