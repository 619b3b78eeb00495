const ZOOM_DEFAULT = 13;
const ZOOM_MIN = 2;
const ZOOM_MAX = 18;
const LATITUDE_MAX = 85;
const LONGITUDE_MAX = 180;

export type Place = {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
};

/** Returns the location that a page states, else the installation's; undefined without either. */
export function readPlace(
  settings: Readonly<Record<string, unknown>>,
  known: { readonly latitude: number; readonly longitude: number } | undefined,
): Place | undefined {
  const latitude = readNumber(settings['latitude'], LATITUDE_MAX);
  const longitude = readNumber(settings['longitude'], LONGITUDE_MAX);
  const asked = readNumber(settings['zoom'], ZOOM_MAX);
  const zoom = asked === undefined || asked < ZOOM_MIN ? ZOOM_DEFAULT : Math.round(asked);
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude, zoom };
  return known === undefined
    ? undefined
    : { latitude: known.latitude, longitude: known.longitude, zoom };
}

/** Returns the same place on the map provider's site. */
export function placeUrl({ latitude, longitude, zoom }: Place): string {
  const marker = new URLSearchParams({ mlat: String(latitude), mlon: String(longitude) });
  return `https://www.openstreetmap.org/?${marker}#map=${zoom}/${latitude}/${longitude}`;
}

function readNumber(value: unknown, largest: number): number | undefined {
  const isText = typeof value === 'string' && value.trim() !== '';
  const number = typeof value === 'number' || isText ? Number(value) : Number.NaN;
  return Number.isFinite(number) && Math.abs(number) <= largest ? number : undefined;
}
