// Every kind of page of the back office, in both themes and at three widths.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { openList, test } from './office.ts';

/** A folder; without it no picture is kept. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

for (const theme of ['dark', 'light']) {
  test(`is free of grave faults in the ${theme} theme, from desk to phone`, async ({
    page,
    office,
  }) => {
    await office.evaluate((name) => localStorage.setItem('halyard:theme', name), theme);
    await office.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Back office' })).toBeVisible();
    await expectSound(page, `office-home-${theme}`);
    await openList(page, 'Customers');
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    await expectSound(page, `office-customers-${theme}`);
    await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: /^Customers \d/ })).toBeVisible();
    await expectSound(page, `office-customer-${theme}`);
    await openList(page, 'Staff');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await expect(page.getByText('This field is required')).toHaveCount(3);
    await expectSound(page, `office-action-${theme}`);
    await page.keyboard.press('Escape');
    await page.goto('/backoffice/account');
    await expect(page.getByText('This one')).toBeVisible();
    await expectSound(page, `office-account-${theme}`);
    // The session is shared by all tests: the server is not told.
    await page.route('**/api/backoffice/logout', (route) =>
      route.fulfill({ json: { status: 'success', data: {} } }),
    );
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await expectSound(page, `office-sign-in-${theme}`);
  });
}

async function expectSound(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [1440, 960],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`),
      `${name} at ${width}`,
    ).toEqual([]);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBeLessThanOrEqual(1);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
    if (SCREENSHOTS !== undefined) {
      await page.screenshot({ path: `${SCREENSHOTS}/${name}-${width}.png` });
    }
  }
  await page.setViewportSize({ width: 1440, height: 960 });
}
