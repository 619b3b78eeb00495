// Every kind of page of the back office, in both themes and at every width.
import { expect } from '@playwright/test';
import { openList, openTab, test } from './office.ts';
import { expectSound } from '../support/sound.ts';
import { EXTENDED } from '../support/extended.ts';

test(
  'passes the accessibility check in both themes, at desktop and phone widths',
  EXTENDED,
  async ({ office: page }) => {
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await expectSound(page, 'office-home');
    await openList(page, 'Customers');
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    await expectSound(page, 'office-customers');
    await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: /\(#\d+\)$/ })).toBeVisible();
    await expectSound(page, 'office-customer');
    for (const tab of ['Verification', 'Trading terms', 'Positions', 'Money', 'Access']) {
      await openTab(page, tab);
      await expectSound(page, `office-customer-${tab.toLowerCase().replace(' ', '-')}`);
    }
    await openTab(page, 'Trading terms');
    await page.getByRole('button', { name: 'Allowed leverage' }).click();
    await expectSound(page, 'office-permit');
    await page.keyboard.press('Escape');
    await openList(page, 'Symbols');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await expectSound(page, 'office-chosen');
    await page.goto('/backoffice/reports/daily');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByRole('region', { name: 'Daily figures' })).toBeVisible();
    await expectSound(page, 'office-report');
    await openList(page, 'Reports');
    await expectSound(page, 'office-reports');
    await openList(page, 'Treasury');
    await expect(page.getByRole('region', { name: 'Ledger' })).toBeVisible();
    await expectSound(page, 'office-treasury');
    await openList(page, 'Trading pause');
    await expectSound(page, 'office-maintenance');
    await openList(page, 'Programs');
    await expect(page.getByText('Active')).toBeVisible();
    await expectSound(page, 'office-programs');
    await openList(page, 'Staff');
    await page.getByRole('button', { name: 'Add a member' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add a member' }).click();
    await expect(page.getByText('This field is required')).toHaveCount(3);
    await expectSound(page, 'office-action');
    await page.keyboard.press('Escape');
    await page.goto('/backoffice/account');
    await expect(page.getByText('This session')).toBeVisible();
    await expectSound(page, 'office-account');
    // Removes the session only in this browser, because all tests share it on the server.
    await page.route('**/api/backoffice/logout', (route) =>
      route.fulfill({ json: { status: 'success', data: {} } }),
    );
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await expectSound(page, 'office-sign-in');
  },
);

const IN_GERMAN = {
  '': 'Start',
  customers: 'Kunden',
  withdrawals: 'Auszahlungen',
  dealing: 'Handelstisch',
  compliance: 'Verifizierung',
  'pages/create': 'Neue Seite',
  staff: 'Mitarbeiter',
  cluster: 'Programme',
} as const;

test(
  'passes the accessibility check in German, whose words are longer',
  EXTENDED,
  async ({ office: page }) => {
    await page.getByRole('button', { name: 'Deutsch' }).click();
    for (const [path, title] of Object.entries(IN_GERMAN)) {
      await page.goto(`/backoffice/${path}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expectSound(page, `office-german-${path.replace('/', '-')}`);
    }
  },
);
