// The export of the customer's data, and the closure of the account.
import { readFile } from 'node:fs/promises';
import { expect, type Download, type Page } from '@playwright/test';
import { fillSignIn, forgive, haveSession, test } from '../support/halyard.ts';
import { EXTENDED } from '../support/extended.ts';

/** Returns the bytes of a download. */
async function save(page: Page, press: () => Promise<void>): Promise<Download> {
  const download = page.waitForEvent('download');
  await press();
  return await download;
}

async function bytesOf(download: Download): Promise<Buffer> {
  return await readFile(await download.path());
}

test(
  'exports all data about the customer to a file',
  EXTENDED,
  async ({ page, context, halyard, newcomer }) => {
    await haveSession(context, halyard.url, newcomer.token);
    await page.goto('/your-data');
    const card = page.getByRole('region', { name: 'Data export' });
    await card.getByRole('button', { name: 'Request my data' }).click();
    await expect(card.getByText(/^Collected on/)).toBeVisible();
    await expect(card.getByText(/You can request it again from/)).toBeVisible();
    const file = await save(page, () => card.getByRole('button', { name: 'Download' }).click());
    expect(file.suggestedFilename()).toMatch(/^my-data-.*\.zip$/);
    const content = await bytesOf(file);
    expect(content.subarray(0, 2).toString()).toBe('PK');
    expect(content.includes('json/ledger-entries.json')).toBe(true);
    await page.goto('/notifications');
    await expect(page.getByText('Your data is ready')).toBeVisible();
  },
);

test(
  'says what to do before an account with money can be closed',
  EXTENDED,
  async ({ page, context, halyard, trader }) => {
    await haveSession(context, halyard.url, trader.token);
    await page.goto('/your-data');
    const card = page.getByRole('region', { name: 'Close the account' });
    await expect(card.getByRole('link', { name: 'Withdraw your balance' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Close my account' })).toHaveCount(0);
  },
);

test(
  'closes an empty account permanently',
  EXTENDED,
  async ({ page, context, halyard, newcomer, problems }) => {
    await haveSession(context, halyard.url, newcomer.token);
    await page.goto('/your-data');
    const card = page.getByRole('region', { name: 'Close the account' });
    const close = card.getByRole('button', { name: 'Close my account' });
    await expect(close).toBeDisabled();
    await card.getByLabel("I understand that this can't be undone").check();
    // Another request may report the end of the session first; the message must not depend on that.
    await page.route('**/api/accounts/close', async (route) => {
      const response = await route.fetch();
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await page.waitForURL('**/login');
      await route.fulfill({ response });
    });
    await close.click();
    await page.waitForURL('**/login');
    await expect(
      page.getByText('Your account is closed. We have sent you an email about it'),
    ).toBeVisible();
    await fillSignIn(page, newcomer);
    await expect(page.getByText(/^This account is closed/)).toBeVisible();
    forgive(problems, /status of 40[13]/);
  },
);
