// What staff do, as the customer comes to see it.
import { expect } from '@playwright/test';
import { picture } from '../support/files.ts';
import { haveSession } from '../support/halyard.ts';
import { openOf, openPosition, rowOf, ticketOf } from '../support/platform.ts';
import { openList, test } from './office.ts';

test('verifies a customer, who then can trade', async ({ office, browser, halyard, newcomer }) => {
  await halyard.operate('credit', newcomer.email, '1000.00', 'Money to trade with');
  await openList(office, 'Customers');
  await office.getByRole('textbox', { name: 'Search' }).fill(newcomer.email);
  const row = office.getByRole('table').getByRole('row').filter({ hasText: newcomer.email });
  await row.getByRole('link').first().click();
  await office.getByRole('button', { name: 'Verify', exact: true }).click();
  const dialog = office.getByRole('dialog', { name: 'Verify' });
  await dialog.getByLabel('Reason').fill('Passport and address seen');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect(dialog).toHaveCount(0);

  const context = await browser.newContext({ baseURL: halyard.url });
  await haveSession(context, halyard.url, newcomer.token);
  const page = await context.newPage();
  await page.goto('/platform/BTCUSD');
  await openPosition(page, { side: 'Buy', amount: '100', leverage: '2×' }, 'BTCUSD');
  await expect(rowOf(openOf(page), 'BTCUSD')).toBeVisible();
  await context.close();
});

test('reads a document and rejects it with a note, which the customer reads', async ({
  office,
  browser,
  halyard,
  newcomer,
}) => {
  const context = await browser.newContext({ baseURL: halyard.url });
  await haveSession(context, halyard.url, newcomer.token);
  const page = await context.newPage();
  await page.goto('/my-account/documents');
  const passport = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Passport or identity card' }) });
  const file = await picture(page, 'passport.jpg');
  await passport.getByLabel('File of').setInputFiles(file);
  await passport.getByRole('button', { name: /^Upload/ }).click();
  await expect(passport.getByText('Processing', { exact: true })).toBeVisible();

  await office.reload();
  await office.getByRole('link', { name: 'Documents: to judge' }).click();
  await expect(office.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
  await office.getByRole('table').getByRole('row').last().getByRole('link').first().click();
  await office.getByRole('button', { name: 'View the document' }).click();
  const reading = office.getByRole('dialog', { name: 'View the document' });
  await reading.getByLabel('Reason').fill('To judge it');
  await reading.getByRole('button', { name: 'View the document' }).click();
  await expect(office.getByRole('img', { name: 'The document' })).toBeVisible();
  await office.getByRole('button', { name: 'Reject' }).click();
  const dialog = office.getByRole('dialog', { name: 'Reject' });
  await dialog.getByLabel('Note').fill('The edges are cut off');
  await dialog.getByLabel('Reason').fill('Not readable');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(passport.getByText('The edges are cut off')).toBeVisible();
  await context.close();
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
  await office.getByRole('button', { name: 'Halt' }).click();
  const dialog = office.getByRole('dialog', { name: 'Halt' });
  await dialog.getByLabel('Reason').fill('The source is in doubt');
  await dialog.getByRole('button', { name: 'Halt' }).click();
  await expect(dialog).toHaveCount(0);
  const context = await browser.newContext({ baseURL: halyard.url });
  await haveSession(context, halyard.url, trader.token);
  const page = await context.newPage();
  await page.goto('/platform/DOTUSD');
  await expect(ticketOf(page).getByText('Temporarily unavailable').first()).toBeVisible();
  await office.getByRole('button', { name: 'Resume' }).click();
  const resuming = office.getByRole('dialog', { name: 'Resume' });
  await resuming.getByLabel('Reason').fill('The source is sound');
  await resuming.getByRole('button', { name: 'Resume' }).click();
  await expect(resuming).toHaveCount(0);
  await expect(ticketOf(page).getByText('Temporarily unavailable')).toHaveCount(0);
  await context.close();
});
