import { expect, it } from 'vitest';

// The style sheet is read as a file, because the test runner returns style imports as empty text;
// it is untyped, because browser code has no Node types.
const FILE_SYSTEM: string = 'node:fs';
const { readFileSync } = await import(FILE_SYSTEM);
const css: string = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

const marketCss: string = readFileSync(
  new URL('../figures/market-colors.css', import.meta.url),
  'utf8',
);

const CONTRAST_TEXT_MIN = 4.5;
const CONTRAST_SHAPE_MIN = 3;

type Theme = 'dark' | 'light';

/** Returns the theme's tokens, some of them from the choice of market colours. */
function tokens(theme: Theme, colors = 'green-up'): ReadonlyMap<string, string> {
  const own = `[data-market-colors='${colors}'][data-mantine-color-scheme='${theme}']`;
  const changes = colors === 'green-up' ? [] : readBlock(marketCss, own);
  return new Map([...readBlock(css, `[data-mantine-color-scheme='${theme}']`), ...changes]);
}

function readBlock(sheet: string, selector: string): readonly (readonly [string, string])[] {
  const start = sheet.indexOf(selector);
  if (start < 0) throw new Error(`no ${selector}`);
  const block = sheet.slice(start, sheet.indexOf('}', start));
  return [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(
    ([, name = '', hex = '']) => [name, hex] as const,
  );
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Theme, pair: readonly [string, string], colors?: string): number {
  const [one = 0, other = 0] = pair.map((name) => {
    const hex = tokens(theme, colors).get(name);
    if (hex === undefined) throw new Error(`no token ${name} in ${theme}`);
    return luminance(hex);
  });
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

const GROUNDS = ['ground', 'surface', 'raised'];
const TEXT_PAIRS: readonly (readonly [string, string])[] = [
  ...['text', 'muted', 'accent', 'up', 'down', 'warn'].flatMap((text) =>
    GROUNDS.map((ground) => [text, ground] as const),
  ),
  ['on-accent', 'accent'],
  ['on-practice', 'practice'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'up'],
  ['on-accent', 'up-hover'],
  ['on-down', 'down'],
  ['on-down', 'down-hover'],
  ['on-up-tint', 'up-tint'],
  ['on-down-tint', 'down-tint'],
  ['warn', 'warn-tint'],
  ['text', 'up-tint'],
  ['text', 'down-tint'],
  ['muted', 'up-tint'],
  ['muted', 'down-tint'],
];

const LOOKS = (['dark', 'light'] as const).flatMap((theme) =>
  ['green-up', 'red-up', 'blue-up'].map((colors) => [theme, colors] as const),
);

it.each(LOOKS)('gives every text of the %s theme with %s enough contrast', (theme, colors) => {
  const unreadable = TEXT_PAIRS.filter((pair) => contrast(theme, pair, colors) < CONTRAST_TEXT_MIN);
  expect(unreadable).toEqual([]);
});

it.each(['dark', 'light'] as const)(
  'gives field borders enough contrast on every background of the %s theme',
  (theme) => {
    const faint = ['ground', 'surface'].filter(
      (ground) => contrast(theme, ['field-line', ground]) < CONTRAST_SHAPE_MIN,
    );
    expect(faint).toEqual([]);
  },
);

it('computes contrast like WCAG', () => {
  expect(contrast('light', ['surface', 'surface'])).toBe(1);
  expect(luminance('#ffffff')).toBeCloseTo(1, 10);
  expect(luminance('#808080')).toBeCloseTo(0.2159, 4);
});
