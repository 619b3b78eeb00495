// A customer buys BTCUSD at a price that really moves, watches the profit, closes, and the
// balance has changed by exactly the profit that the history shows.
import { expect } from '@playwright/test';
import { centsOf, signIn, test } from '../support/halyard.ts';
import {
  balanceOf,
  figure,
  openDeskTab,
  openOf,
  openPosition,
  rowOf,
} from '../support/platform.ts';

test('buys, watches the profit change, closes, and checks the balance to the cent', async ({
  page,
  halyard,
}) => {
  await signIn(page, halyard.customer);
  const balanceBefore = 1_000_000;
  await expect.poll(() => balanceOf(page)).toBe(balanceBefore);

  await openPosition(page, { side: 'Buy', amount: '500', leverage: '2×' }, 'BTCUSD');
  const row = rowOf(openOf(page), 'BTCUSD');
  await expect(row).toContainText('€ 500.00');
  const profits = new Set<string>();
  await expect
    .poll(
      async () => {
        profits.add(await figure(page, 'Profit'));
        return profits.size;
      },
      { timeout: 90_000 },
    )
    .toBeGreaterThanOrEqual(4);

  await row.getByRole('button', { name: /^Close/ }).click();
  const question = page.getByRole('dialog', { name: 'Close Buy BTCUSD' });
  await question.getByRole('button', { name: 'Close the position' }).click();
  await expect(openOf(page).getByText('No positions to show')).toBeVisible();

  const closed = rowOf(await openDeskTab(page, 'History'), 'BTCUSD');
  await expect(closed).toHaveCount(1);
  const shown = (await closed.getByRole('cell').last().innerText()).split('\n')[0] ?? '';
  const balanceAfter = balanceBefore + (centsOf(shown) ?? NaN);
  await expect.poll(() => balanceOf(page)).toBe(balanceAfter);
  await page.reload();
  await expect.poll(() => balanceOf(page)).toBe(balanceAfter);
});
