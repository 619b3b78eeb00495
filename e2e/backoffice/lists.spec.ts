// Lists, record pages, and actions that the audit log records.
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { forgive } from '../support/halyard.ts';
import { openList, test } from './office.ts';
import { EXTENDED } from '../support/extended.ts';

test('finds a customer by the beginning of the email, filters, sorts, opens the page, and switches to German', async ({
  office: page,
  newcomer,
  problems,
}) => {
  await openList(page, 'Customers');
  const table = page.getByRole('table');
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('textbox', { name: 'Search' }).fill(newcomer.email.slice(0, -8));
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('row').nth(1)).toContainText(newcomer.email);
  await page.getByLabel('Verified').selectOption('Yes');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByLabel('Verified').selectOption('No');
  await expect(table.getByRole('row')).toHaveCount(2);
  await table.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /\(#\d+\)$/ })).toBeVisible();
  await expect(page.getByText(`Customer · ${newcomer.email}`)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.getByRole('button', { name: 'Email' }).click();
  await expect(table.getByRole('columnheader', { name: 'Email' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  // The browser remembers the language.
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kunden' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Vorname' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Kunden' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  await page.getByRole('button', { name: 'English' }).click();
  // The first click changes the theme.
  await page.getByRole('button', { name: 'Switch between dark and light' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  for (const [path, title] of [
    ['customers/999999', 'Customer not found'],
    ['withdrawals/nothing', 'Withdrawal not found'],
  ] as const) {
    await page.goto(`/backoffice/${path}/show`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  forgive(problems, /status of 4(04|22)/);
  // On a phone the menu covers the page until a link, Escape or a click outside closes it.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sections).toBeHidden();
});

test('follows a link although a filter was being typed', EXTENDED, async ({ office: page }) => {
  await openList(page, 'Customers');
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('textbox', { name: 'Search' }).fill('nobody');
  // The pause after typing ends while the record page is being rendered.
  await page.getByRole('table').evaluate((table) => {
    const fromMs = performance.now();
    while (performance.now() - fromMs < 450);
    table.querySelector('a')?.click();
  });
  await expect(page.getByRole('heading', { level: 1, name: /\(#\d+\)$/ })).toBeVisible();
  await expect(page.getByRole('definition').first()).toBeVisible();
  await expect(page).toHaveURL(/\/show$/);
});

test(
  'adds a member of staff with a reason, shows the password once and records it in the audit log',
  EXTENDED,
  async ({ office: page }) => {
    const email = `added-${Date.now()}@halyard.example`;
    await openList(page, 'Staff');
    await page.getByRole('button', { name: 'Add a member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a member' });
    await dialog.getByRole('button', { name: 'Add a member' }).click();
    await expect(dialog.getByText('This field is required')).toHaveCount(3);
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Name').fill('Added Member');
    await dialog.getByLabel('Compliance').check();
    await dialog.getByLabel('Reason').fill('Joins the team');
    await dialog.getByRole('button', { name: 'Add a member' }).click();
    const reply = page.getByRole('dialog', { name: 'Add a member: Done' });
    await expect(reply.getByText('Shown only once')).toBeVisible();
    await expect(reply.getByRole('button', { name: 'Copy' })).toBeVisible();
    await reply.getByRole('button', { name: 'Close' }).click();
    const row = page.getByRole('table').getByRole('row').filter({ hasText: email });
    await expect(row).toContainText('Compliance');
    await row.getByRole('link').first().click();
    await expect(
      page.getByRole('heading', { level: 1, name: /^Added Member \(#\d+\)$/ }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Disable' }).click();
    const asked = page.getByRole('dialog', { name: 'Disable' });
    await asked.getByLabel('Reason').fill('Left again');
    await asked.getByRole('button', { name: 'Disable' }).click();
    await expect(asked).toHaveCount(0);
    const record = page.getByRole('region', { name: 'Audit log' });
    await expect(record.getByRole('row').filter({ hasText: 'Left again' })).toBeVisible();
    await expect(record.getByRole('row').filter({ hasText: 'Joins the team' })).toBeVisible();
  },
);

test('exports a list as a file, with a reason', EXTENDED, async ({ office: page, newcomer }) => {
  await openList(page, 'Customers');
  await page.getByRole('textbox', { name: 'Search' }).fill(newcomer.email);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByText('This field is required')).toBeVisible();
  await dialog.getByText('CSV', { exact: true }).click();
  await dialog.getByLabel('Reason').fill('Asked by the supervisor');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(newcomer.email);
});

test(
  'says when a session has ended and returns to the same page after sign-in',
  EXTENDED,
  async ({ office: page, problems }) => {
    await page.route('**/api/backoffice/customers?*', (route) =>
      route.fulfill({
        status: 401,
        json: { status: 'error', code: 'session-ended', message: '', requestId: 'r', data: null },
      }),
    );
    await page.getByRole('navigation', { name: 'Sections' }).getByText('Customers').click();
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/backoffice/customers');
    problems.splice(0);
  },
);
