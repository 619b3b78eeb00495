import { expect, it } from 'vitest';
import { clampPanel, toPanelSizes } from './panel-limits.ts';

it('limits sizes that are out of bounds', () => {
  const px = { left: 1, right: 1_999, bottom: 300 };
  expect(toPanelSizes({ px, folded: ['bottom', 'bottom'] })).toEqual({
    px: { left: 240, right: 440, bottom: 300 },
    folded: ['bottom'],
  });
  expect(clampPanel('bottom', -5)).toBe(120);
});
