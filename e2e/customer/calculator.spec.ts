// The calculator, and the layout of the trading screen.
import { expect } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { marketsOf, openDeskTab, openOf, ticketOf } from '../support/platform.ts';

/** Leverage, the percentage at stop-out, and the loss of € 100 there. */
const STOP_OUTS = [
  ['1×', '100', '100.00'],
  ['3×', '33.3', '99.90'],
  ['5×', '20', '100.00'],
  ['10×', '10', '100.00'],
  ['15×', '7.5', '112.50'],
  ['20×', '5', '100.00'],
  ['30×', '3.3', '99.00'],
] as const;

test('computes profit, loss and stop-out without a market [t-left-column] [t-right-column] [t-calc-inputs] [t-calc-leverage] [t-calc-termination] [v-calc-amount] [v-calc-percent] [x-field-required]', async ({
  page,
  context,
  halyard,
  newcomer,
}) => {
  await haveSession(context, halyard.url, newcomer.token);
  // From 1280 px the ticket and the markets have a column each.
  await page.setViewportSize({ width: 1_100, height: 900 });
  await page.goto('/platform/BTCUSD');
  const calculator = page.getByRole('region', { name: 'Calculator' });
  const left = [ticketOf(page), calculator, marketsOf(page)];
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  const summary = page.getByRole('region', { name: 'Account figures' });
  const right = [summary, chart, openOf(page)];
  for (const column of [left, right]) {
    let bottom = 0;
    for (const part of column) {
      await expect.poll(async () => (await part.boundingBox())?.y).toBeGreaterThanOrEqual(bottom);
      const box = await part.boundingBox();
      expect((box?.x ?? 0) < 200).toBe(column === left);
      bottom = (box?.y ?? 0) + (box?.height ?? 0);
    }
  }
  const history = await openDeskTab(page, 'History');
  expect((await history.boundingBox())?.x).toBeGreaterThan(200);

  await calculator.getByRole('button', { name: /Calculator/ }).click();
  await expect(calculator.getByRole('radio')).toHaveCount(STOP_OUTS.length);
  const results = calculator.locator('dl');
  for (const [leverage, percent, loss] of STOP_OUTS) {
    await calculator.getByRole('radio', { name: leverage, exact: true }).check({ force: true });
    await expect(results).toContainText(`Stop-out at${percent}\u00a0% against you`);
    await expect(results).toContainText(`Loss at stop-out−€ ${loss}`);
  }

  // 250 × 30 × 2 % = 150; 250 × 30 × 1.5 % = 112.50
  await calculator.getByLabel('Amount').fill('250');
  await calculator.getByLabel('Price move in your favour').fill('2');
  await calculator.getByLabel('Price move against you').fill('1.5');
  await expect(results).toContainText('Profit+€ 150.00Loss−€ 112.50');
  await calculator.getByLabel('Price move against you').fill('4');
  await expect(calculator.getByText(/is stopped out earlier/)).toBeVisible();

  await calculator.getByLabel('Amount').fill('0.99');
  await expect(calculator.getByText('At least € 1.00')).toBeVisible();
  await calculator.getByLabel('Amount').fill('1');
  await expect(calculator.getByText('At least € 1.00')).toBeHidden();
  for (const label of ['Price move in your favour', 'Price move against you']) {
    await calculator.getByLabel(label).fill('0.99');
    await expect(calculator.getByText('At least 1 %')).toBeVisible();
    await calculator.getByLabel(label).fill('');
    await expect(calculator.getByText('This field is required')).toBeVisible();
    await calculator.getByLabel(label).fill('1');
    await expect(calculator.getByText('At least 1 %')).toBeHidden();
  }
});
