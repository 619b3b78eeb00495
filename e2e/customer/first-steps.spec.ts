// From sign-up to the first trade, by mouse and keyboard alone: every click is counted, on the
// payment provider's page too.
import { expect, type Page } from '@playwright/test';
import { findViolations } from '../support/axe.ts';
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
    EXTENDED,
    async ({ page, halyard, problems }) => {
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
      await expect(paid.getByText('Credited to your account')).toBeVisible();
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
      // The sandbox has no icon, which the browser requests only sometimes.
      if (problems.length > 0) forgive(problems, /status of 404/);
    },
  );
}

const PRACTICE_STEPS = 3;
const PRACTICE_WITHIN_MS = 60_000;

test(
  'takes a new customer to a practice trade in three steps and under a minute',
  EXTENDED,
  async ({ page }) => {
    const clicks = await countClicks(page);
    await page.goto('/register');
    const startedAtMs = performance.now();
    // 1. The account: seven fields filled in with the keyboard.
    await page.getByLabel('First name').click();
    const email = `practises-${process.pid}@halyard.example`;
    await typeInto(page, ['First', 'Customer', email, '+493023125000', 'eight or more']);
    await page.getByLabel('I agree to the Terms & Conditions').click();
    await page.getByRole('main').getByRole('button', { name: 'Open account' }).click();
    // 2. The practice account, offered before anything else is asked.
    await page.getByRole('main').getByRole('link', { name: 'Start practising' }).click();
    await page.waitForURL('**/practice/BTCUSD');
    const tour = page.getByRole('region', { name: 'Tour of the trading screen' });
    await expect(tour).toContainText('1 of 4');
    // 3. The trade.
    await ticketOf(page).getByRole('textbox', { name: 'Amount' }).click();
    await page.keyboard.type('100');
    await ticketOf(page).getByRole('button', { name: 'Buy BTCUSD' }).click();
    await expect(rowOf(openOf(page), 'BTCUSD')).toBeVisible();
    const tookMs = performance.now() - startedAtMs;
    const made = clicks.length;
    console.log(
      `sign-up to practice trade: ${PRACTICE_STEPS} steps, ${made} clicks, ${(tookMs / 1000).toFixed(1)} s`,
    );
    expect(made).toBe(6);
    expect(tookMs).toBeLessThan(PRACTICE_WITHIN_MS);

    // The tour doesn't block the part that it marks, can be skipped, doesn't return by itself, and
    // can be started again.
    await tour.getByRole('button', { name: 'Next' }).click();
    await expect(tour).toContainText('2 of 4');
    await page.keyboard.press('ArrowRight');
    await expect(tour).toContainText('3 of 4');
    await page.keyboard.press('ArrowLeft');
    await expect(tour).toContainText('2 of 4');
    expect(await findViolations(page)).toEqual([]);
    await tour.getByRole('button', { name: 'Skip' }).click();
    await expect(tour).toHaveCount(0);
    await page.reload();
    await expect(rowOf(openOf(page), 'BTCUSD')).toBeVisible();
    await expect(tour).toHaveCount(0);
    await page.getByRole('button', { name: 'Display and keyboard' }).click();
    await page.getByRole('button', { name: 'Show the tour' }).click();
    await expect(tour).toContainText('1 of 4');

    await page.getByRole('link', { name: 'Performance' }).first().click();
    await page.waitForURL('**/practice/performance');
    await expect(page.getByText('No results in this period')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('You have signed out.')).toBeVisible();
  },
);

/** The clicked elements in order, without clicks by scripts or labels. */
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

/** Types into the focused field and the following ones, moving on with the Tab key. */
async function typeInto(page: Page, texts: readonly string[]): Promise<void> {
  for (const [at, text] of texts.entries()) {
    if (at > 0) await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
}
