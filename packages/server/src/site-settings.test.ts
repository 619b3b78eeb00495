import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

function read(environment: Readonly<Record<string, string>>) {
  const result = readSettings(environment);
  if (result.kind === 'invalid') return result.problems.map(({ name }) => name);
  return result.settings.site;
}

it('allows the hosted widget, and a map with demo data', () => {
  expect(read({})).toEqual({
    tradingView: 'iframe',
    map: { latitude: 52.5173, longitude: 13.3889, tiles: TILES },
    pictureOrigins: ['https://tile.openstreetmap.org'],
    frameOrigins: ['https://www.tradingview-widget.com'],
    docs: false,
  });
});

it('allows no third-party content if both are off', () => {
  expect(read({ TRADINGVIEW: 'off', MAP_TILES: 'off', MAP_LOCATION: '-33.9,18.4' })).toEqual({
    tradingView: 'off',
    map: { latitude: -33.9, longitude: 18.4 },
    pictureOrigins: [],
    frameOrigins: [],
    docs: false,
  });
  expect(read({ DEMO: 'off' })).toMatchObject({ map: undefined, pictureOrigins: [] });
});

it.each(['91,0', '0,181', 'Berlin', '52.5', ''])('parses or rejects the place %j', (text) => {
  const expected = text === '' ? { tradingView: 'iframe' } : ['MAP_LOCATION'];
  expect(read({ MAP_LOCATION: text })).toMatchObject(expected);
});

it.each(['http://tiles.example/{z}/{x}/{y}', 'https://tiles.example/{z}/{x}', 'on'])(
  'refuses %s for tiles',
  (text) => {
    expect(read({ MAP_TILES: text })).toEqual(['MAP_TILES']);
  },
);
