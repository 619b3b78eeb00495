// Limits of the ticket: why an opening is blocked, and the premium and risk of a limited-risk
// customer.
import { expect, type Page } from '@playwright/test';
import { post } from '../support/customer.ts';
import { haveSession, test } from '../support/halyard.ts';
import {
  figure,
  fillTicket,
  openOf,
  openPosition,
  priceOf,
  rowOf,
  ticketOf,
} from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

test.use({ feed: 'staged' });

test.beforeEach(async ({ context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
});

const BUY = { side: 'Buy', amount: '123.45', leverage: '2×' } as const;

type BalanceData = { readonly positions: { readonly open: readonly object[] } };

test('says in the ticket why no position can be opened [v-trade-amount-required] [v-trade-amount-min] [v-trade-amount-max] [v-trade-margin] [v-trade-no-price] [v-trade-no-access] [p-leverage-options] [p-trade-category]', async ({
  page,
}) => {
  await page.goto('/platform/BTCUSD');
  const ticket = ticketOf(page);
  const submit = ticket.getByRole('button', { name: 'Buy BTCUSD' });
  const sizes = { '': 'Amount is required', '0.99': 'The amount must be at least € 1.00' };
  for (const [amount, text] of Object.entries(sizes)) {
    await ticket.getByRole('textbox', { name: 'Amount', exact: true }).fill(amount);
    await submit.click();
    await expect(ticket.getByText(text)).toBeVisible();
  }
  await ticket.getByRole('textbox', { name: 'Amount', exact: true }).fill('10000.01');
  await submit.click();
  await expect(ticket.getByText('The amount can be at most € 10,000.00')).toBeVisible();
  await expect(openOf(page).getByText('No positions to show')).toBeVisible();

  // The least, and all of the rest less the first one's loss: 1 × 20.20 ÷ 40,020.20 = 0.0005…,
  // rounded down to −€ 0.01. The free margin doesn't count it.
  await openPosition(page, { side: 'Buy', amount: '1', leverage: '1×' }, 'BTCUSD');
  await ticket.getByRole('textbox', { name: 'Amount', exact: true }).fill('9999');
  await submit.click();
  await expect(
    ticket.getByText('Because of open losses, at most € 9,998.99 is available'),
  ).toBeVisible();
  await openPosition(page, { side: 'Buy', amount: '9998.99', leverage: '1×' }, 'BTCUSD');
  await expect(openOf(page).getByRole('row')).toHaveCount(3);
  await expect.poll(() => figure(page, 'Free Margin')).toBe('€ 0.01');

  for (const symbol of ['XRPUSD', 'LTCUSD']) {
    await page.goto(`/platform/${symbol}`);
    await expect(ticket.getByText('Temporarily unavailable', { exact: true })).toBeVisible();
    await expect(ticket.getByRole('button', { name: `Buy ${symbol}` })).toBeDisabled();
  }
  await expect(page.getByRole('navigation', { name: 'Markets' })).toContainText('Closed now 1');

  await changeUser(page, { custom_leverage: { crypto: [1] } });
  await page.goto('/platform/BTCUSD');
  await expect(ticket.getByRole('radio', { name: /×$/ })).toHaveAccessibleName('2×');

  await changeUser(page, { assets_group_permission: [1] });
  await page.goto('/platform/BTCUSD');
  await expect(ticket.getByText('You have no access')).toBeVisible();
  await expect(submit).toBeDisabled();

  await changeUser(page, { custom_leverage: { crypto: [] } });
  await page.goto('/platform/BTCUSD');
  await expect(ticket.getByRole('radio', { name: /×$/ })).toHaveCount(0);
  // Without a leverage the percentage can't be computed.
  await expect(ticket.locator('dl')).toContainText('Stop-out price');
  await expect(ticket.locator('dl')).not.toContainText(/\([^\d)]*%\)/);
});

test('accepts no order before the account figures have loaded', EXTENDED, async ({ page }) => {
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const isFigures = String(message).startsWith('42/positions,["balance"');
      if (isHeld && isFigures) held.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  await page.goto('/platform/BTCUSD');
  await fillTicket(page, BUY);
  await priceOf(page, 'Buy');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  const submit = ticketOf(page).getByRole('button', { name: 'Buy BTCUSD' });
  await expect(submit).toBeDisabled();
  isHeld = false;
  for (const release of held) release();
  await submit.click();
  await expect(rowOf(openOf(page), 'BTCUSD')).toBeVisible();
});

test('shows a limited-risk customer the premium and the limit, and keeps entered values at every width [v-trade-not-verified] [v-trade-allowance] [p-trade-verified] [e-position-protected]', async ({
  page,
  halyard,
  trader,
}) => {
  await halyard.operate('customer', 'protect', trader.email);
  await page.goto('/platform/BTCUSD');
  await fillTicket(page, BUY);
  const preview = ticketOf(page).locator('dl');
  await expect(preview).toContainText('ProtectedYesProtection fee€ 0.00');
  await expect(preview).toContainText('Overnight financing€ 0.00');
  await expect(preview).toContainText('Loss at stop-out−€ 123.45');

  await page.setViewportSize({ width: 599, height: 900 });
  await expect(ticketOf(page)).toHaveCount(0);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Sell \d/ })
    .click();
  const amount = ticketOf(page).getByRole('textbox', { name: 'Amount' });
  await expect(amount).toHaveValue('123.45');
  await amount.fill('77.00');
  await page.keyboard.press('Escape');
  await expect(amount).toHaveCount(0);
  await page.setViewportSize({ width: 600, height: 900 });
  await expect(amount).toHaveValue('77.00');
  await expect(ticketOf(page).getByRole('radio', { name: '2×' })).toBeChecked();
  // 10 % of 10,000.00
  await ticketOf(page).getByRole('button', { name: '10 %' }).click();
  await expect(amount).toHaveValue('1000.00');

  const submit = ticketOf(page).getByRole('button', { name: 'Sell BTCUSD' });
  await expect(submit).toBeEnabled();
  await openPosition(page, BUY, 'BTCUSD');
  const row = rowOf(openOf(page), 'BTCUSD');
  await expect(row.getByRole('cell').nth(3)).toHaveText('Yes');
  await row.getByRole('button', { name: /Position details/ }).click();
  await expect(page.getByRole('dialog', { name: 'Position details' })).toContainText(
    'ProtectedYes',
  );
  await page.keyboard.press('Escape');
  const { token } = trader;
  const { positions } = await post<BalanceData>(halyard.url, 'accounts/getBalance', { token });
  expect(positions.open).toMatchObject([{ symbol: 'BTCUSD', protected: 1 }]);

  await changeUser(page, { custom_leverage: {} });
  await page.reload();
  await expect(ticketOf(page).getByText('You have no access')).toBeVisible();
  await changeUser(page, { verified_account: false });
  await page.reload();
  await expect(ticketOf(page).getByText('The account is not verified')).toBeVisible();
  await expect(ticketOf(page).getByRole('button', { name: 'Buy BTCUSD' })).toBeDisabled();
});

/** No command of the operator sets this, so the test writes it into the server's reply. */
async function changeUser(page: Page, change: Readonly<Record<string, unknown>>): Promise<void> {
  await page.route('**/api/accounts/get', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { user: object } };
    Object.assign(answer.data.user, change);
    await route.fulfill({ response, json: answer });
  });
}
