// Every screen in both themes and from desk to phone: no serious fault that axe can find, and
// nothing to scroll sideways.
import { expect, type Page } from '@playwright/test';
import { findViolations } from '../support/axe.ts';
import { forgive, haveSession, test } from '../support/halyard.ts';
import { openOf, openPosition, rowOf } from '../support/platform.ts';

const DESK = { width: 1440, height: 960 };
const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };
const WIDTHS = [1440, 1000, 900, 768, 600, 390, 320] as const;

/** Each with words that say that it has loaded. */
const ACCOUNT_PAGES = [
  ['/my-account/info', 'Save'],
  ['/my-account/password', 'Repeat the new password'],
  ['/my-account/documents', 'Proof of address'],
  ['/transactions/deposits', 'Manual deposit'],
  ['/payment/deposit', 'Payment method'],
  ['/payment/withdraw', 'From € 0.01 to € 10,000.00'],
  ['/referrals', 'Copy'],
  ['/security', 'This device'],
  ['/own-limits', 'Deposits a day'],
  ['/your-data', 'Withdraw your balance'],
  ['/notifications', 'Email notifications'],
  ['/statements', 'Download the statement'],
  ['/appropriateness', 'Questions about leveraged trading'],
  ['/contact-us', 'Message'],
] as const;

for (const theme of ['dark', 'light']) {
  test.describe(`in the ${theme} theme`, () => {
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((name) => localStorage.setItem('halyard:theme', name), theme);
    });

    test('a visitor’s pages are free of grave faults', async ({ page, faults }) => {
      for (const [path, button] of [
        ['/login', 'Log in'],
        ['/register', 'Open account'],
      ] as const) {
        await page.goto(path);
        await page.getByRole('main').getByRole('button', { name: button }).click();
        await page.getByText('Email is required').waitFor();
        await expectSound(page, DESK, PHONE);
      }
      await page.goto('/404');
      await page.getByRole('heading', { name: 'Not found' }).waitFor();
      await expectSound(page, DESK);
      forgive(faults, /status of 404/);
    });

    test('the account’s pages are free of grave faults', async ({
      page,
      context,
      halyard,
      trader,
    }) => {
      test.setTimeout(120_000);
      await haveSession(context, halyard.url, trader.token);
      for (const [path, ready] of ACCOUNT_PAGES) {
        await page.setViewportSize(DESK);
        await page.goto(path);
        await page.getByText(ready, { exact: true }).first().waitFor();
        await expectSound(page, theme === 'dark' ? DESK : PHONE);
        if (theme === 'dark') await expectToFit(page);
      }
    });

    test('the platform is free of grave faults, with and without positions', async ({
      page,
      context,
      halyard,
      trader,
    }) => {
      test.setTimeout(120_000);
      await haveSession(context, halyard.url, trader.token);
      await page.goto('/platform/BTCUSD');
      await expect(openOf(page).getByText('No positions to show')).toBeVisible();
      await page.getByRole('application').waitFor();
      await page.getByRole('button', { name: /^Calculator/ }).click();
      await expectSound(page, PHONE, DESK);
      await page.getByRole('button', { name: 'Record' }).click();
      await page.getByText('No trades yet').waitFor();
      await expectSound(page, DESK);
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Display and keyboard' }).waitFor();
      await expectSound(page, PHONE, DESK);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Alerts' }).click();
      const alerts = page.getByRole('dialog', { name: 'Price alerts' });
      await alerts.getByRole('textbox').fill('1');
      await alerts.getByRole('button', { name: 'Set an alert on BTCUSD' }).click();
      await alerts.getByRole('listitem').waitFor();
      await expectSound(page, theme === 'dark' ? DESK : PHONE);
      await page.keyboard.press('Escape');
      await page.setViewportSize(DESK);

      await openPosition(page, { side: 'Buy', amount: '123.45', leverage: '2×' }, 'BTCUSD');
      await openPosition(page, { side: 'Sell', amount: '50', leverage: '1×' }, 'BTCUSD');
      await page.getByRole('button', { name: 'Close Sell BTCUSD' }).click();
      const row = rowOf(openOf(page), 'BTCUSD');
      await expect(row).toHaveCount(1);
      expect(await countBlackDots(page)).toBe(0);
      await expectSound(page, DESK, PHONE);
      await expectToFit(page);

      await page.setViewportSize(DESK);
      await row.getByRole('button', { name: /Position details/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Closing reason').waitFor();
      await expectSound(page, DESK);
      await dialog.getByRole('button', { name: 'Stop loss and take profit' }).click();
      await dialog.getByRole('textbox', { name: 'Take profit' }).fill('1');
      await dialog.getByText(/Can't be lower than/).waitFor();
      await expectSound(page, PHONE);
      await page.keyboard.press('Escape');

      await page
        .getByRole('main')
        .getByRole('button', { name: /^Sell \d/ })
        .click();
      const sheet = page.getByRole('dialog', { name: 'New trade' });
      await sheet.getByRole('button', { name: 'Stop loss and take profit' }).click();
      await sheet.getByRole('textbox', { name: 'Risk amount' }).fill('5');
      await expectSound(page, PHONE);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Menu' }).click();
      await expectSound(page, PHONE);
    });
  });
}

test('German, whose words are longer, fits every width', async ({
  page,
  context,
  halyard,
  newcomer,
}) => {
  await page.addInitScript(() => localStorage.setItem('halyard:language', 'de'));
  for (const path of ['/login', '/register']) {
    await page.goto(path);
    await page.getByRole('main').getByRole('button').first().waitFor();
    await expectToFit(page);
  }
  await haveSession(context, halyard.url, newcomer.token);
  await page.goto('/platform/BTCUSD');
  await page.getByRole('application').waitFor();
  await expectToFit(page);
});

for (const [path, ready] of [
  ['/my-account/documents', 'Adressnachweis'],
  ['/payment/deposit', 'Zahlungsart'],
] as const) {
  test(`${path} is free of grave faults in German on a light tablet`, async ({
    page,
    context,
    halyard,
    newcomer,
  }) => {
    await page.addInitScript(() => {
      localStorage.setItem('halyard:language', 'de');
      localStorage.setItem('halyard:theme', 'light');
    });
    await haveSession(context, halyard.url, newcomer.token);
    await page.goto(path);
    await page.getByText(ready, { exact: true }).first().waitFor();
    await expectSound(page, TABLET);
    await expectToFit(page);
  });
}

/** A colour that the chart's library can't read is drawn black; neither theme has any. */
function countBlackDots(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvases = [...document.querySelectorAll('canvas')];
    const dots = canvases.flatMap((canvas) => {
      const { width, height } = canvas;
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
      return data === undefined ? [] : [...new Uint32Array(data.buffer)];
    });
    // Opaque, and red, green and blue nothing.
    return dots.filter((dot) => dot === 0xff_00_00_00).length;
  });
}

/** Nothing grave at the sizes. */
async function expectSound(page: Page, ...sizes: readonly (typeof DESK)[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    // What moves is judged once it stands still.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().iterations === 1)
          .map(({ finished }) => finished),
      ),
    );
    const grave = (await findViolations(page)).filter(({ isGrave }) => isGrave);
    expect(grave, `at ${size.width} px`).toEqual([]);
  }
}

/** Nothing scrolls sideways at any width. */
async function expectToFit(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: PHONE.height });
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(excess, `px beyond ${width}`).toBe(0);
  }
}
