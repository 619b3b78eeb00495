// The developer site in both themes and at both widths, without browser errors.
import { expect } from '@playwright/test';
import { test } from '../support/halyard.ts';
import { EXTENDED } from '../support/extended.ts';

const PAGES = ['', '/quick-start', '/reference', '/errors'];

test(
  'shows the developer site in both themes, on wide and narrow screens',
  EXTENDED,
  async ({ page }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of PAGES) {
        await page.goto(`/developers${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([width, path, overflow]).toEqual([width, path, 0]);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/developers/reference');
    const sample = page.getByText('await halyard.list_instruments()');
    await expect(sample).toBeHidden();
    await page.getByRole('button', { name: 'Python' }).first().click();
    await expect(sample).toBeVisible();
    await page.reload();
    await expect(sample).toBeVisible();
    await expect(page.getByText('await halyard.list_quotes()')).toBeVisible();
    const groundOf = async (): Promise<string> =>
      await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await groundOf();
    await page.getByRole('button', { name: 'Switch between dark and light' }).click();
    expect(await groundOf()).not.toBe(dark);
    await page.reload();
    expect(await groundOf()).not.toBe(dark);
    expect(errors).toEqual([]);
  },
);
