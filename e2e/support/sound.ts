// Checks of every screen: axe finds no problem, there is one main heading, and the page is not
// wider than the screen. A screen is checked wide and dark, then narrow and light.
import { expect, type Page } from '@playwright/test';
import { findViolations } from './axe.ts';

/** The folder for pictures; without it none are taken. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

type Look = {
  readonly width: number;
  readonly height: number;
  /** The theme in which axe checks the screen; at other widths only its fit is checked. */
  readonly judgedIn?: 'dark' | 'light' | undefined;
};

const DESK: Look = { width: 1440, height: 960, judgedIn: 'dark' };
const PHONE: Look = { width: 390, height: 844, judgedIn: 'light' };
const BETWEEN: readonly Look[] = [1024, 1000, 900, 768, 600].map((width) => ({
  width,
  height: 844,
}));
const NARROWEST: Look = { width: 320, height: 844 };

const LOOKS: Readonly<Record<'both' | 'desk' | 'phone', readonly Look[]>> = {
  both: [DESK, ...BETWEEN, PHONE, NARROWEST],
  desk: [DESK],
  phone: [PHONE],
};

/**
 * Checks a screen; pictures have `name` in their names. Restores the width, and leaves the dark
 * theme.
 */
export async function expectSound(
  page: Page,
  name: string,
  looks: keyof typeof LOOKS = 'both',
): Promise<void> {
  const size = page.viewportSize() ?? DESK;
  for (const { width, height, judgedIn } of LOOKS[looks]) {
    const at = `${name} at ${width} px`;
    await page.setViewportSize({ width, height });
    if (judgedIn !== undefined) {
      await takeOn(page, judgedIn);
      expect(await findViolations(page), at).toEqual([]);
    }
    expect(await page.getByRole('heading', { level: 1 }).count(), at).toBeLessThanOrEqual(1);
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(excess, at).toBeLessThanOrEqual(0);
    if (SCREENSHOTS !== undefined) {
      await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}.png` });
    }
  }
  await page.setViewportSize({ width: size.width, height: size.height });
  await takeOn(page, 'dark');
}

/** Applies a theme without reloading the page, and waits for running transitions. */
async function takeOn(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate(async (name) => {
    document.documentElement.dataset['mantineColorScheme'] = name;
    await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations === 1);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }, theme);
}
