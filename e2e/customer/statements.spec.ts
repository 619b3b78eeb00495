// The account statement: its period, its file, and invalid periods.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { EXTENDED } from '../support/extended.ts';

test(
  'downloads a statement of the chosen days as PDF and CSV',
  EXTENDED,
  async ({ page, context, halyard, trader }) => {
    await haveSession(context, halyard.url, trader.token);
    await page.goto('/my-account/info');
    await page.getByRole('link', { name: 'Statements' }).click();
    await page.waitForURL('**/statements');
    await expect(page.getByText(/^Times in UTC\./)).toBeVisible();
    const from = page.getByLabel('First day');
    const until = page.getByLabel('Last day');
    const make = page.getByRole('button', { name: 'Download the statement' });

    await from.fill('2026-02-01');
    await until.fill('2026-01-31');
    await make.click();
    await expect(page.getByText('The end date is before the start date')).toBeVisible();
    await from.fill('');
    await make.click();
    await expect(page.getByText('This field is required')).toBeVisible();

    await page.getByRole('button', { name: 'This year' }).click();
    await expect(page.getByText('This field is required')).toHaveCount(0);
    const year = new Date().getUTCFullYear();
    await expect(from).toHaveValue(`${year}-01-01`);
    await expect(until).toHaveValue(new Date().toISOString().slice(0, 10));
    const pdf = await download(page);
    expect(pdf.name).toMatch(/^statement-.*\.pdf$/);
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
    await expect(page.getByText(`${pdf.name} was downloaded`)).toBeVisible();

    await page.getByLabel('File').selectOption('csv');
    const csv = await download(page);
    expect(csv.name).toMatch(/\.csv$/);
    expect(csv.content.toString()).toContain('10000.00');
  },
);

async function download(page: Page): Promise<{ name: string; content: Buffer }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the statement' }).click();
  const file = await coming;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}
