// A new customer trades on the practice account before verification, without any effect on the live
// account in another tab.
import { expect, type Page } from '@playwright/test';
import { findViolations } from '../support/axe.ts';
import { haveSession, test } from '../support/halyard.ts';
import {
  balanceOf,
  openDeskTab,
  openOf,
  openPosition,
  rowOf,
  ticketOf,
} from '../support/platform.ts';

const bannerOf = (page: Page) => page.getByRole('complementary', { name: 'Practice account' });

test('trades on the practice account beside the live one, and resets it', async ({
  page,
  context,
  halyard,
  newcomer,
}) => {
  await haveSession(context, halyard.url, newcomer.token);
  await page.goto('/platform/BTCUSD');
  await expect(ticketOf(page)).toContainText('The account is not verified');
  await expect.poll(() => balanceOf(page)).toBe(0);
  const practice = await context.newPage();
  await practice.goto('/platform/BTCUSD');
  await ticketOf(practice)
    .getByRole('link', { name: 'Practise with € 10,000 of virtual money' })
    .click();
  await practice.waitForURL('**/practice/BTCUSD');
  await expect(bannerOf(practice)).toContainText('Profits are not paid out');
  await expect.poll(() => balanceOf(practice)).toBe(1_000_000);
  await expect(practice.getByRole('link', { name: 'Deposit' })).toHaveCount(0);
  expect(await findViolations(practice)).toEqual([]);

  await openPosition(practice, { side: 'Buy', amount: '500', leverage: '2×' }, 'BTCUSD');
  const row = rowOf(openOf(practice), 'BTCUSD');
  await expect(row).toContainText('€ 500.00');
  await row.getByRole('button', { name: /^Close/ }).click();
  const question = practice.getByRole('dialog', { name: 'Close Buy BTCUSD' });
  await question.getByRole('button', { name: 'Close the position' }).click();
  await expect(openOf(practice).getByText('No positions to show')).toBeVisible();
  await expect(rowOf(await openDeskTab(practice, 'History'), 'BTCUSD')).toHaveCount(1);
  await expect.poll(() => balanceOf(practice)).not.toBe(1_000_000);

  await bannerOf(practice).getByRole('button', { name: 'Reset' }).click();
  await bannerOf(practice).getByRole('button', { name: 'Reset now' }).click();
  await expect(bannerOf(practice)).toContainText('Your practice account has € 10,000.00 again.');
  await expect.poll(() => balanceOf(practice)).toBe(1_000_000);

  await page.reload();
  await expect.poll(() => balanceOf(page)).toBe(0);
  const history = await openDeskTab(page, 'History');
  await expect(history).toContainText('No positions to show');

  // A link to a page that the practice account lacks opens the live account, and Back returns.
  await practice.getByRole('link', { name: 'My Account' }).click();
  await practice.waitForURL('**/my-account/info');
  await expect(bannerOf(practice)).toHaveCount(0);
  await practice.goBack();
  await expect(bannerOf(practice)).toBeVisible();
  await expect.poll(() => balanceOf(practice)).toBe(1_000_000);
});
