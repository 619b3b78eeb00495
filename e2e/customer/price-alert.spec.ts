import { expect } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { priceOf } from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

test.use({ feed: 'staged' });

test.beforeEach(async ({ context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
});

test('draws a price alert, notifies once and keeps it in the list', EXTENDED, async ({ page }) => {
  await page.goto('/platform/ETHUSD');
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  await chart.getByRole('button', { name: 'Alerts' }).click();
  const alerts = page.getByRole('dialog', { name: 'Price alerts' });
  const price = alerts.getByRole('textbox', { name: 'Alert price' });
  const set = alerts.getByRole('button', { name: 'Set an alert on ETHUSD' });
  await set.click();
  await expect(alerts.getByText('Enter a price with at most 2 decimals')).toBeVisible();
  await price.fill('9000');
  await alerts.getByRole('radio', { name: 'Buy price' }).check();
  await set.click();
  const waiting = alerts.getByRole('region', { name: /^Waiting/ });
  await expect(waiting.getByRole('listitem')).toHaveText(
    /ETHUSD at 9,000\.00\s*Buy price, when it rises to this level/,
  );
  // The price rises by one a second.
  const near = Math.round(await priceOf(page, 'Sell')) + 3;
  await alerts.getByRole('radio', { name: 'Sell price' }).check();
  await price.fill(String(near));
  await set.click();
  await expect(page.getByText(/^Price alert: ETHUSD at [\d,]+\.\d\d$/)).toBeVisible();
  const reached = alerts.getByRole('region', { name: 'Reached' });
  await expect(reached.getByRole('listitem')).toHaveText(/Sell price was [\d,.]+, today/);
  await reached.getByRole('button', { name: /^Remove/ }).click();
  await expect(reached).toHaveCount(0);
  await page.keyboard.press('Escape');

  await chart.getByRole('button', { name: 'Table' }).click();
  const line = chart.getByRole('table', { name: 'Lines on the chart' }).getByRole('row').nth(1);
  await expect(line).toHaveText(/Alert\s*buy price\s*9,000\.00/);
  await chart.getByRole('button', { name: 'Alerts' }).click();
  await waiting.getByRole('button', { name: 'Remove ETHUSD at 9,000.00' }).click();
  await expect(waiting).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(chart.getByRole('table', { name: 'Lines on the chart' })).toHaveCount(0);
});
