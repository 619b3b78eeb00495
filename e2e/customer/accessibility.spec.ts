// The customer's screens in both themes and at every width: axe finds no problem, and no page
// scrolls horizontally.
import { expect, type Page } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { openOf, openPosition, rowOf } from '../support/platform.ts';
import { expectSound } from '../support/sound.ts';
import { EXTENDED } from '../support/extended.ts';

/** Each page with a text that appears once it has loaded. */
const ACCOUNT_PAGES = [
  ['/my-account/info', 'Save'],
  ['/my-account/password', 'Repeat the new password'],
  ['/my-account/documents', 'Proof of address'],
  ['/transactions/deposits', 'Manual deposit'],
  ['/payment/deposit', 'Payment method'],
  ['/payment/withdraw', 'From € 0.01 to € 10,000.00'],
  ['/referrals', 'Copy'],
  ['/security', 'This device'],
  ['/own-limits', 'Deposits per day'],
  ['/your-data', 'Withdraw your balance'],
  ['/notifications', 'Email notifications'],
  ['/statements', 'Download the statement'],
  ['/appropriateness', 'Questions about leveraged trading'],
  ['/contact-us', 'Message'],
  ['/account-levels', 'What may differ'],
] as const;

test(
  'the account pages pass the accessibility check',
  EXTENDED,
  async ({ page, context, halyard, trader }) => {
    await haveSession(context, halyard.url, trader.token);
    for (const [path, ready] of ACCOUNT_PAGES) {
      await page.goto(path);
      await page.getByText(ready, { exact: true }).filter({ visible: true }).first().waitFor();
      await expectSound(page, path);
    }
  },
);

test('the platform passes the accessibility check, with and without positions', async ({
  page,
  context,
  halyard,
  trader,
}) => {
  await haveSession(context, halyard.url, trader.token);
  await page.goto('/platform/BTCUSD');
  await expect(openOf(page).getByText('No positions to show')).toBeVisible();
  await page.getByRole('application').waitFor();
  await page.getByRole('button', { name: /^Calculator/ }).click();
  await expectSound(page, 'desk-calculator');
  await page.getByRole('button', { name: 'Record' }).click();
  await page.getByText('No trades yet').waitFor();
  await expectSound(page, 'desk-record', 'desk');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Display and keyboard' }).waitFor();
  await expectSound(page, 'desk-keyboard');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Alerts' }).click();
  const alerts = page.getByRole('dialog', { name: 'Price alerts' });
  await alerts.getByRole('textbox').fill('1');
  await alerts.getByRole('button', { name: 'Set an alert on BTCUSD' }).click();
  await alerts.getByRole('listitem').waitFor();
  await expectSound(page, 'desk-alerts');
  await page.keyboard.press('Escape');

  await openPosition(page, { side: 'Buy', amount: '123.45', leverage: '2×' }, 'BTCUSD');
  await openPosition(page, { side: 'Sell', amount: '50', leverage: '1×' }, 'BTCUSD');
  await page.getByRole('button', { name: 'Close Sell BTCUSD' }).click();
  const row = rowOf(openOf(page), 'BTCUSD');
  await expect(row).toHaveCount(1);
  expect(await countBlackDots(page)).toBe(0);
  await expectSound(page, 'desk-position');

  await row.getByRole('button', { name: /Position details/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Closing reason').waitFor();
  await expectSound(page, 'position-details', 'desk');
  await dialog.getByRole('button', { name: 'Stop loss and take profit' }).click();
  await dialog.getByRole('textbox', { name: 'Take profit' }).fill('1');
  await dialog.getByText(/Can't be lower than/).waitFor();
  await expectSound(page, 'position-levels', 'phone');
  await page.keyboard.press('Escape');

  // The chart applies the theme only when it is drawn.
  await page.evaluate(() => localStorage.setItem('halyard:theme', 'light'));
  await page.reload();
  await page.getByRole('application').waitFor();
  expect(await countBlackDots(page)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Sell \d/ })
    .click();
  const sheet = page.getByRole('dialog', { name: 'New trade' });
  await sheet.getByRole('button', { name: 'Stop loss and take profit' }).click();
  await sheet.getByRole('textbox', { name: 'Risk amount' }).fill('5');
  await expectSound(page, 'phone-ticket', 'phone');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expectSound(page, 'phone-menu', 'phone');
});

test(
  'German passes the accessibility check and fits every width',
  EXTENDED,
  async ({ page, context, halyard, newcomer }) => {
    await page.addInitScript(() => localStorage.setItem('halyard:language', 'de'));
    for (const path of ['/login', '/register']) {
      await page.goto(path);
      await page.getByRole('main').getByRole('button').first().waitFor();
      await expectSound(page, `${path}-de`);
    }
    await haveSession(context, halyard.url, newcomer.token);
    await page.goto('/platform/BTCUSD');
    await page.getByRole('application').waitFor();
    await expectSound(page, 'desk-de');
    for (const [path, ready] of [
      ['/my-account/documents', 'Adressnachweis'],
      ['/payment/deposit', 'Zahlungsart'],
    ] as const) {
      await page.goto(path);
      await page.getByText(ready, { exact: true }).first().waitFor();
      await expectSound(page, `${path}-de`);
    }
  },
);

/** The chart library draws a colour that it can't parse in black, which neither theme uses. */
function countBlackDots(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvases = [...document.querySelectorAll('canvas')];
    const dots = canvases.flatMap((canvas) => {
      const { width, height } = canvas;
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data;
      return data === undefined ? [] : [...new Uint32Array(data.buffer)];
    });
    // An opaque pixel without red, green and blue.
    return dots.filter((dot) => dot === 0xff_00_00_00).length;
  });
}
