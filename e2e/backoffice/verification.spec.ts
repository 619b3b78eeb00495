// Compliance works through the verification queue with the keyboard alone.
import { expect, type Page } from '@playwright/test';
import { uploadPassport } from '../support/documents.ts';
import { expectSound } from '../support/sound.ts';
import { openAsCustomer, openList, test } from './office.ts';
import { EXTENDED } from '../support/extended.ts';

test(
  'approves a document beside the profile by keyboard alone',
  EXTENDED,
  async ({ office: page, browser, halyard, newcomer }) => {
    const customer = await openAsCustomer(browser, halyard.url, newcomer.token);
    await uploadPassport(customer);
    await customer.context().close();
    await openList(page, 'Verification');
    const queue = page
      .getByRole('listitem')
      .filter({ hasText: newcomer.email })
      .getByRole('button');
    await expect(queue).toContainText('Documents to review');
    await page.locator('body').click({ position: { x: 2, y: 2 } });
    for (let step = 0; step < 50; step += 1) {
      if ((await queue.getAttribute('aria-current')) === 'true') break;
      await page.keyboard.press('j');
    }
    await expect(page.getByText('No document rejected before')).toBeVisible();

    await page.getByRole('button', { name: 'View the document' }).press('Enter');
    await expect(page.getByRole('img', { name: 'The document' })).toBeVisible();
    await page.getByRole('button', { name: 'Rotate' }).press('Enter');
    await expectSound(page, 'office-verification');
    await pressOn(page, 'Approve', 'Matches the profile', { 'Expires on': '2099-12-31' });
    // The only document of the case is decided, so the case leaves the queue.
    await expect(queue).toHaveCount(0);
  },
);

/** Opens the dialog of a button, gives the reason and confirms, without the pointer. */
async function pressOn(
  page: Page,
  name: string,
  reason: string,
  days: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.getByRole('button', { name, exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name });
  for (const [label, day] of Object.entries(days)) await dialog.getByLabel(label).fill(day);
  await dialog.getByLabel('Reason').focus();
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}
