// Dialogs of the trading screen: the focus after closing, and the dialog that Escape closes.
import { expect, type Locator, type Page } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { openOf, openPosition, openView, rowOf } from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

test.use({ feed: 'staged' });

const ORDER = { side: 'Buy', amount: '1', leverage: '2×' } as const;

test.beforeEach(async ({ context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
});

for (const width of [1_440, 390]) {
  test(`returns the focus to what opened a dialog at ${width} px`, EXTENDED, async ({ page }) => {
    await page.goto('/platform/BTCUSD');
    await page.evaluate(() => localStorage.removeItem('halyard:confirm-close'));
    await page.reload();
    await openPosition(page, ORDER, 'BTCUSD');
    await page.setViewportSize({ width, height: 844 });
    const row = rowOf(openOf(page), 'BTCUSD');
    const settings = page.getByRole('button', { name: 'Display and keyboard' });
    const isPhone = width < 600;
    for (const [view, openers] of [
      ['Chart', [page.getByRole('button', { name: 'Alerts' })]],
      ['Account', [page.getByRole('button', { name: 'Record' }), settings]],
      [
        'Positions',
        [
          row.getByRole('button', { name: 'SL/TP of Buy BTCUSD' }),
          row.getByRole('button', { name: /Position details/ }),
          row.getByRole('button', { name: 'Close Buy BTCUSD' }),
        ],
      ],
    ] as const) {
      if (isPhone) await openView(page, view);
      for (const opener of openers) {
        await openBy(page, opener, 'Enter');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(opener).toBeFocused();
      }
    }
    if (isPhone) await openView(page, 'Account');
    await settings.focus();
    await openBy(page, settings, '?');
    await page.keyboard.press('Escape');
    await expect(settings).toBeFocused();
    if (isPhone) await openView(page, 'Positions');

    await openBy(page, row.getByRole('button', { name: /Position details/ }), 'Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Stop loss and take profit' })
      .click();
    await expect(page.getByRole('textbox', { name: 'Stop loss' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(row.getByRole('button', { name: /Position details/ })).toBeFocused();

    // The button is removed with its position, so the panel around it gets the focus.
    await openBy(page, row.getByRole('button', { name: 'Close Buy BTCUSD' }), 'Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Close the position' }).click();
    await expect(row).toHaveCount(0);
    await expect(openOf(page)).toBeFocused();
  });
}

test('shows the percentage of a loss that is less than a cent', EXTENDED, async ({ page }) => {
  await page.goto('/platform/BTCUSD');
  await openPosition(page, ORDER, 'BTCUSD');
  // 2 × 20.20 ÷ 40,020.20 = 0.1009… %, which is 0.1 cents of one euro, rounded down to a cent of loss.
  await expect(rowOf(openOf(page), 'BTCUSD')).toContainText('−€ 0.01−0.10 %');
});

test(
  'shows an announcement after the result of a payment, and closes one at a time',
  EXTENDED,
  async ({ page, halyard }) => {
    await page.addInitScript(() => localStorage.setItem('halyard:language', 'es'));
    await halyard.operate('popup', 'create', 'Aviso', '<p>Horario de verano</p>', 'language=es');
    const listed = page.waitForResponse('**/api/accounts/popups');
    await page.goto('/platform/BTCUSD');
    await listed;
    const announcement = page.getByRole('dialog', { name: 'Aviso' });
    await expect(announcement).toBeVisible();

    await page.goto('/platform/BTCUSD?payment=D000000000000000000');
    const result = page.getByRole('dialog').filter({ hasNot: page.getByText('Horario de verano') });
    await expect(result).toBeVisible();
    await page.getByRole('application').waitFor();
    await expect(announcement).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/payment=/);
    await expect(announcement).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

async function openBy(page: Page, opener: Locator, key: string): Promise<void> {
  await opener.focus();
  await page.keyboard.press(key);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  // The dialog has taken the focus.
  await expect(dialog.locator(':focus')).toHaveCount(1);
}
