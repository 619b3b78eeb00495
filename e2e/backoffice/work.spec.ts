// What staff do, as the customer comes to see it.
import { expect, type Page } from '@playwright/test';
import { uploadPassport } from '../support/documents.ts';
import { openOf, openPosition, rowOf, ticketOf } from '../support/platform.ts';
import { act, openAsCustomer, openCustomer, openList, openTab, test } from './office.ts';

test('verifies a customer, who then can trade', async ({ office, browser, halyard, newcomer }) => {
  await halyard.operate('credit', newcomer.email, '1000.00', 'Money to trade with');
  await openCustomer(office, newcomer.email);
  await openTab(office, 'Verification');
  await act(office, 'Verify', { Reason: 'Passport and address seen' });

  const page = await openAsCustomer(browser, halyard.url, newcomer.token);
  await page.goto('/platform/BTCUSD');
  await openPosition(page, { side: 'Buy', amount: '100', leverage: '2×' }, 'BTCUSD');
  await expect(rowOf(openOf(page), 'BTCUSD')).toBeVisible();
  await page.context().close();
});

test('reads a document and rejects it with a note, which the customer reads', async ({
  office,
  browser,
  halyard,
  newcomer,
}) => {
  const page = await openAsCustomer(browser, halyard.url, newcomer.token);
  const passport = await uploadPassport(page);

  await office.reload();
  await office.getByRole('link', { name: 'Documents: to judge' }).click();
  await expect(office.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
  await office.getByRole('table').getByRole('row').last().getByRole('link').first().click();
  await act(office, 'View the document', { Reason: 'To judge it' });
  await expect(office.getByRole('img', { name: 'The document' })).toBeVisible();
  await act(office, 'Reject', { Note: 'The edges are cut off', Reason: 'Not readable' });
  await page.reload();
  await expect(passport.getByText('The edges are cut off')).toBeVisible();
  await page.context().close();
});

test('halts a symbol, and the ticket says that it is unavailable', async ({
  office,
  browser,
  halyard,
  trader,
}) => {
  await openList(office, 'Symbols');
  await office.getByRole('textbox', { name: 'Search' }).fill('DOTUSD');
  const row = office.getByRole('table').getByRole('row').filter({ hasText: 'DOTUSD' });
  await expect(office.getByRole('table').getByRole('row')).toHaveCount(2);
  await row.getByRole('link').first().click();
  await act(office, 'Halt', { Reason: 'The source is in doubt' });
  const page = await openAsCustomer(browser, halyard.url, trader.token);
  await page.goto('/platform/DOTUSD');
  await expect(ticketOf(page).getByText('Temporarily unavailable').first()).toBeVisible();
  await act(office, 'Resume', { Reason: 'The source is sound' });
  await expect(ticketOf(page).getByText('Temporarily unavailable')).toHaveCount(0);
  await page.context().close();
});

test('widens the spread of a symbol, and the customer sees it at once and after it is taken back', async ({
  office,
  browser,
  halyard,
  trader,
}) => {
  const page = await openAsCustomer(browser, halyard.url, trader.token);
  await page.goto('/platform/ADAUSD');
  const usual = await spreadOf(page);
  expect(usual).toBeLessThan(0.009);

  await openList(office, 'Symbols');
  await office.getByRole('textbox', { name: 'Search' }).fill('ADAUSD');
  await expect(office.getByRole('table').getByRole('row')).toHaveCount(2);
  await office.getByRole('table').getByRole('link', { name: 'ADAUSD' }).click();
  const reason = 'The source is thin tonight';
  await act(office, 'Set terms', { 'Least spread %': '1', Reason: reason });
  await expect.poll(async () => await spreadOf(page)).toBeGreaterThan(0.009);
  await openPosition(page, { side: 'Buy', amount: '100', leverage: '1×' }, 'ADAUSD');
  // What a unit costs more than it brings is lost with the opening: 1 % of € 100.
  const profit = rowOf(openOf(page), 'ADAUSD').getByText(/^−€ (0\.9|1\.[01])/);
  await expect(profit).toBeVisible();

  await act(office, 'Set terms', { 'Least spread %': '', Reason: 'Trading is lively again' });
  await expect.poll(async () => await spreadOf(page)).toBeLessThan(0.009);
  await page.context().close();
});

/** Of the price, as the ticket shows both sides. */
async function spreadOf(page: Page): Promise<number> {
  const rate = async (side: 'Sell' | 'Buy'): Promise<number> => {
    const name = await ticketOf(page)
      .getByRole('radio', { name: new RegExp(`^${side}`) })
      .evaluate((radio) => (radio as HTMLInputElement).labels?.[0]?.innerText ?? '');
    return Number(name.replaceAll(/[^\d.]/g, ''));
  };
  const sell = await rate('Sell');
  return (await rate('Buy')) / sell - 1;
}
