import type { ChartColors } from './chart-adapter.ts';

/** The theme's colours at an element, because a canvas can't read CSS variables. */
export function readChartColors(element: Element): ChartColors {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    surface: read('surface'),
    raised: read('raised'),
    line: read('line'),
    text: read('text'),
    muted: read('muted'),
    accent: read('accent'),
    up: read('up'),
    down: read('down'),
    onUp: read('on-accent'),
    onDown: read('on-down'),
  };
}
