// The back office without the mouse: the work list record by record, and the search for a customer.
import { expect } from '@playwright/test';
import { EXTENDED } from '../support/extended.ts';
import { requestMoney } from '../support/office-day.ts';
import { openPosition } from '../support/platform.ts';
import { openAsCustomer, openList, test } from './office.ts';
import { expectSound } from '../support/sound.ts';

test(
  'handles waiting work and finds a customer by keyboard alone',
  EXTENDED,
  async ({ office: page, halyard, newcomer, trader }) => {
    await halyard.operate('customer', 'confirm-email', trader.email);
    const withdrawal = await requestMoney(halyard.url, trader, -9_999.99);
    for (const name of ['Kim', 'Lou', 'Max']) {
      const answer = await fetch(`${halyard.url}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          first_name: name,
          last_name: 'Keys',
          email: `${name.toLowerCase()}@example.com`,
          phone: '+493023125000',
          message: 'Is anybody there?',
        }),
      });
      expect(answer.status).toBe(200);
    }
    await page.reload();
    // The figures of the day are beside the work list: a demo customer has deposited today.
    const day = page.getByRole('region', { name: 'The day' });
    await expect(day.getByRole('region', { name: 'Deposits' })).toContainText('in 30 days');
    await expect(day.getByRole('figure', { name: /^Volume/ })).toBeVisible();
    await expect(day.getByRole('region', { name: 'Feed health' })).toContainText('feeds up');
    const work = page.getByRole('region', { name: 'Waiting for you' });
    await expect(work.getByRole('link', { name: /^Kim Keys/ })).toBeVisible();
    await expect(work.getByRole('link', { name: `Withdrawal ${withdrawal}` })).toBeVisible();
    const list = work.getByRole('group', { name: 'Waiting for you' });
    expect(
      await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      'fits beside the day',
    ).toBe(0);
    await expectSound(page, 'office-work');
    const links = work.getByRole('rowheader').getByRole('link');
    const second = await links.nth(1).innerText();
    const third = await links.nth(2).innerText();
    for (const key of ['j', 'j', 'k', 'Enter']) await page.keyboard.press(key);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(second);
    await page.keyboard.press('n');
    await expect(heading).toHaveText(third);
    // Decides the record without the mouse: its first action, the reason, and the next record.
    await expect(page.getByRole('region', { name: 'Actions', exact: true })).toBeVisible();
    for (const key of ['a', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByRole('dialog').getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('Answered by telephone');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search' });
    await expect(palette.getByRole('textbox')).toBeFocused();
    await page.keyboard.type(newcomer.email);
    // The customer first, then their payments.
    await expect(palette.getByRole('link', { name: newcomer.email }).first()).toBeVisible();
    await expectSound(page, 'office-palette');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Customer · ${newcomer.email}`)).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
);

test(
  'draws the exposure, the broker’s daily result and the rejected quotes',
  EXTENDED,
  async ({ office: page, browser, halyard, trader }) => {
    const own = await openAsCustomer(browser, halyard.url, trader.token);
    await own.goto('/platform/BTCUSD');
    await openPosition(own, { side: 'Buy', amount: '100', leverage: '2×' }, 'BTCUSD');
    await own.context().close();
    await openList(page, 'Dealing');
    const exposure = page.getByRole('region', { name: 'Exposure' });
    await expect(exposure.getByRole('row').filter({ hasText: 'BTCUSD' })).toContainText('€ 200.00');
    await expect(page.getByRole('figure', { name: /^Broker’s booked result/ })).toBeVisible();
    await expectSound(page, 'office-dealing');
    await openList(page, 'Feeds');
    await expect(page.getByRole('region', { name: /^Rejected quotes/ })).toBeVisible();
    await expectSound(page, 'office-feeds');
  },
);
