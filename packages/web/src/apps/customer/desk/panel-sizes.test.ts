import { expect, it } from 'vitest';
import { clampPanel, readPanelSizes } from './panel-sizes.ts';

const USUAL = { px: { left: 296, right: 304, bottom: 208 }, folded: [] };

it.each([undefined, '', 'nonsense', '[]', '{"px":3,"folded":"left"}', '{"px":{"left":"wide"}}'])(
  'takes the usual sizes where %s is stored',
  (text) => {
    expect(readPanelSizes(text)).toEqual(USUAL);
  },
);

it('keeps sizes and folded panels, and limits what is out of bounds', () => {
  const text = '{"px":{"left":1,"right":9999,"bottom":300.4},"folded":["bottom","other"]}';
  expect(readPanelSizes(text)).toEqual({
    px: { left: 240, right: 440, bottom: 300 },
    folded: ['bottom'],
  });
  expect(clampPanel('bottom', -5)).toBe(120);
});
