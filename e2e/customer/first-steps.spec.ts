// From sign-up to the first trade, by mouse and keyboard alone: every click is counted, on the
// payment provider's page too.
import { expect, type Page } from '@playwright/test';
import { documentOf } from '../support/documents.ts';
import { forgive, test } from '../support/halyard.ts';
import { picture } from '../support/files.ts';
import { openOf, openView, rowOf, ticketOf } from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

const CLICKS_MAX = 12;
const CARD = '4000000000000408';

for (const width of [1_440, 390]) {
  test(
    `takes a new customer to the first trade in ${CLICKS_MAX} clicks at ${width} px`,
    width === 390 ? {} : EXTENDED,
    async ({ page, halyard, faults }) => {
      test.setTimeout(120_000);
      await page.setViewportSize({ width, height: 900 });
      const clicks = await countClicks(page);
      const email = `first-steps-${width}-${process.pid}@halyard.example`;

      await page.goto('/register');
      await page.getByLabel('First name').click();
      await typeInto(page, ['First', 'Customer', email, '+493023125123', 'eight or more']);
      await page.getByLabel('I agree to the Terms & Conditions').click();
      await page.getByRole('main').getByRole('button', { name: 'Open account' }).click();
      await page.waitForURL('**/my-account/info');

      const birthDate = page.getByLabel('Date of birth');
      await birthDate.click({ position: { x: 12, y: 12 } });
      await page.keyboard.type('12311990');
      await expect(birthDate).toHaveValue('1990-12-31');
      await tabTo(page, 'State or region');
      await typeInto(page, ['Berlin', 'Berlin', 'Unter den Linden 1', '10117']);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.waitForURL('**/payment/deposit');

      const deposit = page.getByRole('dialog', { name: 'Deposit' });
      await expect(deposit.getByLabel('Amount')).toBeFocused();
      await page.keyboard.type('250');
      await deposit.getByRole('button', { name: 'Deposit' }).click();
      await expect(page.getByLabel('Card number')).toBeFocused();
      await page.keyboard.type(CARD);
      await page.getByRole('button', { name: 'Pay' }).click();

      const paid = page.getByRole('dialog', { name: 'Your payment' });
      await expect(paid.getByText('Credited to your account')).toBeVisible({ timeout: 15_000 });
      await paid.getByRole('link', { name: 'Upload your documents' }).click();
      await page.waitForURL('**/my-account/documents');
      const file = await picture(page, 'document.jpg');
      for (const kind of ['Passport or identity card', 'Proof of address']) {
        const chooser = page.waitForEvent('filechooser');
        await documentOf(page, kind).getByRole('button', { name: 'Upload' }).click();
        await (await chooser).setFiles(file);
        await expect(page.getByLabel(`File of ${kind}`)).toHaveCount(0);
      }

      await halyard.operate('customer', 'verify', email);
      await page.getByRole('main').getByRole('link', { name: 'Start trading' }).click();
      await page.waitForURL('**/platform/BTCUSD');
      await expect(ticketOf(page).getByRole('textbox', { name: 'Amount' })).toBeFocused();
      await page.keyboard.type('100');
      await ticketOf(page).getByRole('button', { name: 'Buy BTCUSD' }).click();
      await expect(ticketOf(page).getByRole('textbox', { name: 'Amount' })).toHaveCount(
        width < 600 ? 0 : 1,
      );
      const made = clicks.length;
      if (width < 600) await openView(page, 'Positions');
      await expect(rowOf(openOf(page), 'BTCUSD')).toBeVisible();

      expect(made).toBe(CLICKS_MAX);
      // The sandbox's pages have no icon, which a browser does not always ask for.
      if (faults.length > 0) forgive(faults, /status of 404/);
    },
  );
}

/** What was pressed, in order; a click that a script makes or a label passes on is none. */
async function countClicks(page: Page): Promise<readonly string[]> {
  const clicks: string[] = [];
  await page.exposeBinding('reportClick', (_source, name: string) => clicks.push(name));
  await page.addInitScript(() => {
    const report = Reflect.get(globalThis, 'reportClick') as (name: string) => void;
    const name = (event: Event) => (event.target as Element).textContent ?? '';
    document.addEventListener(
      'pointerdown',
      (event) => {
        if (event.isTrusted) report(name(event));
      },
      { capture: true },
    );
  });
  return clicks;
}

async function tabTo(page: Page, label: string): Promise<void> {
  const isThere = () => page.getByLabel(label).evaluate((one) => one === document.activeElement);
  for (let presses = 0; presses < 8 && !(await isThere()); presses += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(page.getByLabel(label)).toBeFocused();
}

/** Types into the focused field and those after it, as the keyboard leads on. */
async function typeInto(page: Page, texts: readonly string[]): Promise<void> {
  for (const [at, text] of texts.entries()) {
    if (at > 0) await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
}
