// Every kind of page of the back office, in both themes and at three widths.
import { expect } from '@playwright/test';
import { openList, openTab, test } from './office.ts';
import { expectSound } from './sound.ts';

for (const theme of ['dark', 'light']) {
  test(`is free of grave faults in the ${theme} theme, from desk to phone`, async ({
    page,
    office,
  }) => {
    test.setTimeout(120_000);
    await office.evaluate((name) => localStorage.setItem('halyard:theme', name), theme);
    await office.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Back office' })).toBeVisible();
    await expectSound(page, `office-home-${theme}`);
    await openList(page, 'Customers');
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    await expectSound(page, `office-customers-${theme}`);
    await page.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: /^Customers \d/ })).toBeVisible();
    await expectSound(page, `office-customer-${theme}`);
    for (const tab of ['Verification', 'Trading terms', 'Positions', 'Money', 'Access']) {
      await openTab(page, tab);
      await expectSound(page, `office-customer-${tab.toLowerCase().replace(' ', '-')}-${theme}`);
    }
    await openTab(page, 'Trading terms');
    await page.getByRole('button', { name: 'Permit' }).click();
    await expectSound(page, `office-permit-${theme}`);
    await page.keyboard.press('Escape');
    await openList(page, 'Symbols');
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
    await expectSound(page, `office-chosen-${theme}`);
    await page.goto('/backoffice/reports/daily');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page.getByRole('region', { name: 'Daily figures' })).toBeVisible();
    await expectSound(page, `office-report-${theme}`);
    await openList(page, 'Reports');
    await expectSound(page, `office-reports-${theme}`);
    await openList(page, 'Treasury');
    await expect(page.getByRole('region', { name: 'Ledger' })).toBeVisible();
    await expectSound(page, `office-treasury-${theme}`);
    await openList(page, 'Maintenance');
    await expectSound(page, `office-maintenance-${theme}`);
    await openList(page, 'Staff');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await expect(page.getByText('This field is required')).toHaveCount(3);
    await expectSound(page, `office-action-${theme}`);
    await page.keyboard.press('Escape');
    await page.goto('/backoffice/account');
    await expect(page.getByText('This one')).toBeVisible();
    await expectSound(page, `office-account-${theme}`);
    // The session is shared by all tests: the server is not told.
    await page.route('**/api/backoffice/logout', (route) =>
      route.fulfill({ json: { status: 'success', data: {} } }),
    );
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await expectSound(page, `office-sign-in-${theme}`);
  });
}
