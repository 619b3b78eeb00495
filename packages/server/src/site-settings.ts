// What the site shows besides the product: a hosted widget, a map, and the documentation.
import type { PublicConfig } from '@halyard/contract/config';
import { HOSTED_WIDGET_ORIGIN } from '@halyard/contract/config';
import * as z from 'zod/mini';

import { choice, flag, setting } from './setting-kinds.ts';

const LOCATION_PATTERN = /^(-?\d{1,2}(?:\.\d{1,6})?),\s*(-?\d{1,3}(?:\.\d{1,6})?)$/;
const LATITUDE_MAX = 90;
const LONGITUDE_MAX = 180;
const TILES_PATTERN = /^https:\/\/[\w.-]+(:\d{1,5})?\/[^\s"'<>]{1,300}$/;
const TILES_DEFAULT = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';
/** The map's location in a demo installation, which has no office: the centre of Berlin. */
const DEMO_LOCATION: Location = { latitude: 52.5173, longitude: 13.3889 };

type Location = { readonly latitude: number; readonly longitude: number };

export const SiteVariables = z.object({
  TRADINGVIEW: z._default(choice(['iframe', 'off']), 'iframe'),
  MAP_LOCATION: z.optional(
    setting(readLocation, 'must be latitude and longitude in degrees such as 52.5173,13.3889'),
  ),
  MAP_TILES: z._default(
    setting(readTiles, "must be 'off' or an https address with {z}, {x} and {y} in it"),
    TILES_DEFAULT,
  ),
  DOCS: z._default(flag(), false),
});
type SiteVariables = z.infer<typeof SiteVariables>;

export type SiteSettings = {
  readonly tradingView: PublicConfig['tradingView'];
  /** The map; undefined when there is no location to show. */
  readonly map: PublicConfig['map'];
  /** The origins of third-party images and frames that a page can load. */
  readonly pictureOrigins: readonly string[];
  readonly frameOrigins: readonly string[];
  /** Whether the documentation is served at /docs. */
  readonly docs: boolean;
};

export function toSiteSettings(
  variables: SiteVariables,
  { hasDemo }: { readonly hasDemo: boolean },
): SiteSettings {
  const { TRADINGVIEW: tradingView, MAP_TILES: tiles } = variables;
  const location = variables.MAP_LOCATION ?? (hasDemo ? DEMO_LOCATION : undefined);
  const map =
    location === undefined ? undefined : { ...location, ...(tiles === 'off' ? {} : { tiles }) };
  return {
    tradingView,
    map,
    pictureOrigins: map?.tiles === undefined ? [] : [new URL(map.tiles).origin],
    frameOrigins: tradingView === 'iframe' ? [HOSTED_WIDGET_ORIGIN] : [],
    docs: variables.DOCS,
  };
}

function readLocation(text: string): Location | undefined {
  const [, north, east] = LOCATION_PATTERN.exec(text) ?? [];
  const [latitude, longitude] = [Number(north), Number(east)];
  const isOnEarth = Math.abs(latitude) <= LATITUDE_MAX && Math.abs(longitude) <= LONGITUDE_MAX;
  return isOnEarth ? { latitude, longitude } : undefined;
}

function readTiles(text: string): string | undefined {
  if (text === 'off') return text;
  const isFit = TILES_PATTERN.test(text) && URL.canParse(text);
  return isFit && ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) ? text : undefined;
}
