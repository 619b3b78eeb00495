import { expect, it } from 'vitest';
import { placeUrl, readPlace } from './place.ts';

const BERLIN = { latitude: 52.5, longitude: 13.4 };

it('shows the place of the installation with zoom 13 unless the page says otherwise [o-map-zoom]', () => {
  expect(readPlace({}, BERLIN)).toEqual({ ...BERLIN, zoom: 13 });
  expect(readPlace({ zoom: '16' }, BERLIN)).toEqual({ ...BERLIN, zoom: 16 });
  expect(readPlace({ latitude: '48.1', longitude: 11.6, zoom: 9 }, BERLIN)).toEqual({
    latitude: 48.1,
    longitude: 11.6,
    zoom: 9,
  });
});

it('ignores an invalid place', () => {
  for (const zoom of ['', 'near', 99, -3, null, 0]) {
    expect(readPlace({ zoom }, BERLIN)?.zoom).toBe(13);
  }
  expect(readPlace({ latitude: 91, longitude: 0 }, BERLIN)).toMatchObject(BERLIN);
  expect(readPlace({ latitude: 1 }, undefined)).toBeUndefined();
});

it('links to the same place elsewhere', () => {
  expect(placeUrl({ ...BERLIN, zoom: 13 })).toBe(
    'https://www.openstreetmap.org/?mlat=52.5&mlon=13.4#map=13/52.5/13.4',
  );
});
