// Accounts that can't open positions: the ticket and the account page state the reason and link to
// its remedy.
import { expect } from '@playwright/test';
import { post } from '../support/customer.ts';
import { forgive, haveSession, test } from '../support/halyard.ts';
import { fillTicket, openOf, openPosition, rowOf, ticketOf } from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

const ORDER = { side: 'Buy', amount: '100', leverage: '1×' } as const;

test.use({ feed: 'staged' });

test(
  'a close-only account says so and can close positions',
  EXTENDED,
  async ({ page, context, halyard, trader }) => {
    await haveSession(context, halyard.url, trader.token);
    await page.goto('/platform/BTCUSD');
    await openPosition(page, ORDER, 'BTCUSD');
    await halyard.operate('customer', 'close-only', trader.email, 'checked');
    const ticket = ticketOf(page);
    const notice = ticket.getByText('Your account can only close positions');
    await fillTicket(page, ORDER);
    // The page does not know yet: the server rejects the order, and the ticket then stays blocked.
    await ticket.getByRole('button', { name: 'Buy BTCUSD' }).click();
    await expect(ticket.getByRole('button', { name: 'Buy BTCUSD' })).toBeDisabled();
    await expect(notice).toHaveCount(1);
    await page.reload();
    await expect(notice).toBeVisible();
    await expect(ticket.getByRole('button', { name: 'Buy BTCUSD' })).toBeDisabled();
    await openOf(page).getByRole('button', { name: 'Close Buy BTCUSD' }).click();
    await expect(rowOf(openOf(page), 'BTCUSD')).toHaveCount(0);

    await page.goto('/my-account/info');
    await expect(page.getByText('Your account can only close positions')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click();
    await page.waitForURL('**/contact-us');
  },
);

test(
  'during a time-out, ticket and deposit link to the client’s limits',
  EXTENDED,
  async ({ page, context, halyard, trader, problems }) => {
    const { token } = trader;
    await post(halyard.url, 'accounts/safeguards/timeOut', { token, days: 1 });
    await haveSession(context, halyard.url, token);
    await page.goto('/platform/BTCUSD');
    await expect(ticketOf(page).getByText(/You are on a time-out until/)).toBeVisible();
    await expect(ticketOf(page).getByRole('button', { name: 'Buy BTCUSD' })).toBeDisabled();
    await page.goto('/payment/deposit');
    const dialog = page.getByRole('dialog', { name: 'Deposit' });
    await dialog.getByRole('radio', { name: 'Bank transfer' }).check();
    await dialog.getByLabel('Amount').fill('250');
    await dialog.getByRole('button', { name: 'Deposit' }).click();
    await expect(dialog.getByRole('alert')).toContainText('You are on a time-out until');
    await dialog.getByRole('link', { name: 'See your own limits' }).click();
    await page.waitForURL('**/own-limits');
    forgive(problems, /status of 403/);
  },
);

for (const width of [1_440, 390]) {
  test(
    `announces a trading pause once at ${width} px`,
    EXTENDED,
    async ({ page, context, halyard, trader }) => {
      await page.setViewportSize({ width, height: 844 });
      await haveSession(context, halyard.url, trader.token);
      await page.goto('/platform/BTCUSD');
      if (width < 600) {
        await page
          .getByRole('main')
          .getByRole('button', { name: /^Buy \d/ })
          .click();
      }
      await fillTicket(page, ORDER);
      await halyard.operate('maintenance', 'on', 'Upgrade');
      try {
        const buy = ticketOf(page).getByRole('button', { name: 'Buy BTCUSD' });
        await buy.click();
        await expect(buy).toBeDisabled();
        await expect(page.getByText(/^New positions are paused during maintenance/)).toHaveCount(1);
        await expect(
          page.getByRole('alert').filter({ hasText: 'New positions are paused' }),
        ).toHaveCount(1);
      } finally {
        await halyard.operate('maintenance', 'off');
      }
      await page.reload();
      await expect(page.getByText(/^New positions are paused/)).toHaveCount(0);
    },
  );
}
