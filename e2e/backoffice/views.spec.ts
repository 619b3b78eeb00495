// Saved views, pinned columns, and assignments.
import { expect, type Page } from '@playwright/test';
import { uploadPassport } from '../support/documents.ts';
import { expectSound } from '../support/sound.ts';
import { openAsCustomer, openList, test } from './office.ts';
import { EXTENDED } from '../support/extended.ts';

/** Returns the horizontal position of the first cell of the column on the screen. */
async function leftOf(page: Page, column: string): Promise<number> {
  const box = await page.getByRole('columnheader', { name: column }).boundingBox();
  return Math.round(box?.x ?? Number.NaN);
}

test(
  'saves a view with filters and pinned columns, which its address shows a colleague',
  EXTENDED,
  async ({ office: page, browser, halyard }) => {
    await page.setViewportSize({ width: 700, height: 800 });
    await openListOfNarrow(page, 'Customers');
    await page.getByLabel('Verified').selectOption('No');
    await page.getByText('Columns', { exact: true }).click();
    const pin = page.getByRole('button', { name: 'Keep in place while scrolling: Email' });
    await pin.click();
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    const table = page.getByRole('region', { name: 'Customers' });
    await expect(table.getByRole('columnheader').nth(2)).toHaveText('Email');
    const before = await leftOf(page, 'Email');
    const unpinned = await leftOf(page, 'Created at');
    await table.evaluate((element) => element.scrollTo({ left: 400 }));
    expect(await leftOf(page, 'Email')).toBe(before);
    expect(await leftOf(page, 'Created at')).toBeLessThan(unpinned);

    await page.getByRole('button', { name: 'Save view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(dialog.getByText('This field is required')).toBeVisible();
    await dialog.getByLabel('Name of the view').fill('To verify');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    const views = page.getByRole('navigation', { name: 'Views' });
    await expect(views.getByRole('link', { name: 'To verify' })).toHaveAttribute(
      'aria-current',
      'page',
    );

    await expectSound(page, 'office-views');
    // The address alone shows the view to a member who has not saved it.
    const address = page.url();
    await views.getByRole('link', { name: 'All' }).click();
    await expect(page.getByLabel('Verified')).toHaveValue('');
    await page.goto(address);
    await expect(page.getByLabel('Verified')).toHaveValue('0');
    await expect(table.getByRole('columnheader').nth(2)).toHaveText('Email');

    // Another browser of the same member has the view.
    const context = await browser.newContext({ baseURL: halyard.url });
    const other = await context.newPage();
    const token = await page.evaluate(() => sessionStorage.getItem('halyard:session') ?? '');
    await other.addInitScript((text) => sessionStorage.setItem('halyard:session', text), token);
    await other.goto('/backoffice/customers');
    await other.getByRole('link', { name: 'To verify' }).click();
    await expect(other.getByLabel('Verified')).toHaveValue('0');
    await other.getByLabel('Verified').selectOption('Yes');
    await other.getByRole('button', { name: 'Save changes' }).click();
    await expect(other.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
    await other.getByRole('button', { name: 'Delete view' }).click();
    await expect(other.getByRole('link', { name: 'To verify' })).toHaveCount(0);
    await context.close();
  },
);

test(
  'takes a record of the work list with the keyboard, and gives it back',
  EXTENDED,
  async ({ office: page, browser, halyard, newcomer }) => {
    const customer = await openAsCustomer(browser, halyard.url, newcomer.token);
    await uploadPassport(customer);
    await customer.context().close();
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Documents to review' }).last();
    const select = row.getByRole('combobox', { name: /^Assigned to/ });
    await expect(select).toHaveValue('');
    const count = await page.getByRole('row').count();
    for (let step = 0; step < count; step += 1) {
      if ((await row.locator('[aria-current=true]').count()) === 1) break;
      await page.keyboard.press('j');
    }
    await page.keyboard.press('t');
    await expect(select.locator('option:checked')).toHaveText('You');
    await page.getByText('Mine', { exact: true }).click();
    await expect(row).toBeVisible();
    await row.getByRole('link').first().click();
    const onPage = page.getByRole('combobox', { name: /^Assigned to/ });
    await expect(onPage.locator('option:checked')).toHaveText('You');
    await onPage.selectOption('Nobody');
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(select).toHaveValue('');
  },
);

async function openListOfNarrow(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await openList(page, name);
}
