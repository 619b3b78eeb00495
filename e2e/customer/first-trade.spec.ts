// A customer buys BTCUSD at a price that really moves, watches the profit, closes, and the
// balance has changed by exactly the profit that the history shows.
import { expect, type Page } from '@playwright/test';
import { centsOf, signIn, test } from '../support/halyard.ts';

const AMOUNT_EUROS = '500';
const SCREENSHOT = process.env['SCREENSHOT_PATH'];

test('buys, watches the profit move, closes, and the balance agrees to the cent', async ({
  page,
  halyard,
}) => {
  await signIn(page, halyard.customer);
  const balanceBefore = 1_000_000;
  await expect.poll(() => balanceOf(page)).toBe(balanceBefore);

  await page.getByRole('radio', { name: /^Buy/ }).check({ force: true });
  await page.getByRole('textbox', { name: 'Amount' }).fill(AMOUNT_EUROS);
  await page.getByRole('radio', { name: '2×' }).check({ force: true });
  await page.getByRole('button', { name: 'Buy BTCUSD' }).click();
  await expect(page.getByText('New position was created successfully')).toBeVisible();

  const open = page.getByRole('region', { name: 'Positions' });
  const row = open.getByRole('row').filter({ hasText: 'BTCUSD' });
  await expect(row).toContainText('€ 500.00');
  const profits = new Set<string>();
  await expect
    .poll(
      async () => {
        profits.add(await figure(page, 'Profit'));
        return profits.size;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(4);
  if (SCREENSHOT !== undefined) await page.screenshot({ path: SCREENSHOT });

  await row.getByRole('button', { name: /^Close/ }).click();
  await expect(open.getByText('No positions to show')).toBeVisible();

  const closed = page
    .getByRole('region', { name: 'History' })
    .getByRole('row')
    .filter({ hasText: 'BTCUSD' });
  await expect(closed).toHaveCount(1);
  const shown = (await closed.getByRole('cell').last().innerText()).split('\n')[0] ?? '';
  const balanceAfter = balanceBefore + (centsOf(shown) ?? NaN);
  await expect.poll(() => balanceOf(page)).toBe(balanceAfter);
  await page.reload();
  await expect.poll(() => balanceOf(page)).toBe(balanceAfter);
});

/** The text of a figure of the summary bar. */
async function figure(page: Page, name: string): Promise<string> {
  const figures = page.getByRole('region', { name: 'Account figures' });
  const value = figures.locator('div', { has: page.getByRole('button', { name, exact: true }) });
  return value.last().getByRole('definition').innerText();
}

async function balanceOf(page: Page): Promise<number | undefined> {
  return centsOf(await figure(page, 'Balance'));
}
