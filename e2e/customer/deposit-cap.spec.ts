// The form shows how much an unverified customer can still deposit, and cancelling an unpaid
// deposit restores that amount.
import { expect } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { EXTENDED } from '../support/extended.ts';

for (const width of [1_440, 390]) {
  test(
    `shows the limit of an unverified customer and cancels an unpaid deposit at ${width} px`,
    EXTENDED,
    async ({ page, context, halyard, newcomer }) => {
      await page.setViewportSize({ width, height: 844 });
      await haveSession(context, halyard.url, newcomer.token);
      await page.goto('/payment/deposit');
      const dialog = page.getByRole('dialog', { name: 'Deposit' });
      const limit = (amount: string) =>
        dialog.getByText(
          `Until your account is verified, you can deposit at most € ${amount} more`,
        );
      await expect(limit('2,000.00')).toBeVisible();
      await dialog.getByRole('radio', { name: 'Bank transfer' }).check({ force: true });
      await dialog.getByLabel('Amount').fill('2000.01');
      await dialog.getByRole('button', { name: 'Deposit' }).click();
      await expect(limit('2,000.00')).toHaveCount(2);
      await dialog.getByLabel('Amount').fill('250.001');
      await dialog.getByRole('button', { name: 'Deposit' }).click();
      await expect(dialog.getByText('Enter an amount, for example 250.00')).toBeVisible();

      await dialog.getByLabel('Amount').fill('1500');
      await dialog.getByRole('button', { name: 'Deposit' }).click();
      await expect(limit('500.00')).toBeVisible();
      await expect(dialog.getByText('Deposits of € 1,500.00 that are not paid yet')).toBeVisible();
      await dialog.getByRole('link', { name: 'Cancel those you no longer want' }).click();
      await page.waitForURL('**/transactions/deposits');
      await page.getByRole('button', { name: /^Cancel D/ }).click();
      await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
      await expect(page.getByRole('button', { name: /^Cancel D/ })).toHaveCount(0);
      await page.goto('/payment/deposit');
      await expect(limit('2,000.00')).toBeVisible();

      // German labels are longer, but the bank details still fit beside them.
      await page.evaluate(() => localStorage.setItem('halyard:language', 'de'));
      await page.reload();
      const german = page.getByRole('dialog', { name: 'Einzahlen' });
      await german.getByRole('radio', { name: 'Überweisung' }).check({ force: true });
      await german.getByLabel('Betrag').fill('250');
      await german.getByRole('button', { name: 'Einzahlen' }).click();
      const bank = german.getByRole('region', { name: 'Bankverbindung' });
      await expect(bank.getByRole('term')).toHaveCount(4);
      for (const term of await bank.getByRole('term').all()) {
        const isCut = await term.evaluate((element) => element.scrollWidth > element.clientWidth);
        expect(isCut, await term.innerText()).toBe(false);
      }

      // Both buttons after a payment show their whole text in both languages.
      for (const language of ['en', 'de']) {
        await page.evaluate((name) => localStorage.setItem('halyard:language', name), language);
        await page.goto('/platform/BTCUSD?payment=D000000000000000000');
        const ways = page.getByRole('dialog').locator('a, button').filter({ hasText: /\w/ });
        await expect(ways).toHaveCount(2);
        for (const way of await ways.all()) {
          const isCut = await way.evaluate((element) =>
            [element, ...element.querySelectorAll('*')].some(
              ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
            ),
          );
          expect(isCut, await way.innerText()).toBe(false);
        }
      }
    },
  );
}
