// Announcements of the broker appear one at a time, and not again once dismissed.
import { expect } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';

const DANGEROUS = '<p>Quotes <strong>pause</strong> at noon.</p><script>alert(1)</script>';

test('shows announcements as HTML, one at a time, until each is dismissed [t-popup-modal] [t-popup-html] [t-popup-dismiss] [c-popups] [c-popup]', async ({
  page,
  context,
  halyard,
  newcomer,
}) => {
  // In a language that no other journey uses, because announcements are for all customers.
  await page.addInitScript(() => localStorage.setItem('halyard:language', 'it'));
  await halyard.operate('popup', 'create', 'Maintenance', DANGEROUS, 'language=it');
  await halyard.operate('popup', 'create', 'Second word', '<ul><li>One</li></ul>', 'language=it');
  await haveSession(context, halyard.url, newcomer.token);
  await page.goto('/platform/BTCUSD');
  const first = page.getByRole('dialog', { name: 'Maintenance' });
  const second = page.getByRole('dialog', { name: 'Second word' });
  await expect(first.locator('strong')).toHaveText('pause');
  await expect(first.locator('script')).toHaveCount(0);
  await expect(second).toBeHidden();
  const answered = page.waitForResponse('**/api/accounts/popup');
  await first.getByRole('button', { name: 'Chiudi' }).last().click();
  expect((await answered).status()).toBe(200);
  expect((await answered).request().postDataJSON()).toHaveProperty('id');
  await expect(first).toBeHidden();

  await expect(second.getByRole('listitem')).toHaveText('One');
  await page.reload();
  await expect(second).toBeVisible();
  await expect(first).toBeHidden();
  const answeredToo = page.waitForResponse('**/api/accounts/popup');
  await page.keyboard.press('Escape');
  expect((await answeredToo).status()).toBe(200);
  await expect(second).toBeHidden();
  await page.reload();
  await page.getByRole('application').waitFor();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
