// The trading screen when replies are lost or the live connection is cut, while HTTP still works.
import { expect, type Page } from '@playwright/test';
import { haveSession, test } from '../support/halyard.ts';
import { fillTicket, marketsOf, ticketOf } from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

test.use({ feed: 'staged' });

test.beforeEach(async ({ context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
});

test(
  'offers to retry an unconfirmed order only in the ticket of its own market',
  EXTENDED,
  async ({ page }) => {
    let isLost = true;
    await page.routeWebSocket(/socket\.io/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        if (!isLost || !String(message).includes('"openPosition"')) server.send(message);
      });
    });
    await page.goto('/platform/BTCUSD');
    const ticket = ticketOf(page);
    await fillTicket(page, { side: 'Buy', amount: '100', leverage: '2×' });
    await ticket.getByRole('button', { name: 'Buy BTCUSD' }).click();
    const again = ticket.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await marketsOf(page)
      .getByRole('link', { name: /^ETHUSD/ })
      .click();
    await expect(ticket.getByText(/confirmation of your BTCUSD order yet/)).toBeVisible();
    await expect(again).toHaveCount(0);
    await ticket.getByRole('link', { name: 'Go to BTCUSD' }).click();
    isLost = false;
    await again.click();
    await expect(page.getByText('New position was created successfully')).toBeVisible();
  },
);

test(
  'shows the candles of the chosen market while offline, and says when it never connects',
  EXTENDED,
  async ({ page, problems }) => {
    let isCut = false;
    let cut: () => void = () => undefined;
    await page.routeWebSocket(/socket\.io/, (socket) => {
      if (isCut) {
        void socket.close();
        return;
      }
      const server = socket.connectToServer();
      cut = () => {
        void server.close();
        void socket.close();
      };
    });
    await page.route('**/socket.io/**', (route) => route.abort());
    await page.goto('/platform/BTCUSD');
    await expect.poll(() => legendOf(page)).toContain('40,000.00');
    const lost = page.getByText('Reconnecting to live prices…');
    isCut = true;
    cut();
    await expect(lost).toBeVisible();
    await marketsOf(page)
      .getByRole('link', { name: /^ETHUSD/ })
      .click();
    await expect.poll(() => legendOf(page)).toMatch(/C\s*2,0\d\d\.\d\d/);

    await page.reload();
    await expect(lost).toBeVisible();
    await expect(page.getByText(/Prices are \d+ s old/)).toHaveCount(0);
    problems.splice(0);
  },
);

test('loads the candles that were missed while prices were paused', EXTENDED, async ({ page }) => {
  await page.goto('/platform/BTCUSD');
  await expect.poll(() => legendOf(page)).toContain('40,000.00');
  await page.keyboard.press('p');
  const resume = page.getByRole('button', { name: 'Resume prices' });
  await expect(resume).toBeVisible();
  // Meanwhile the newest candle rose above every price that this page has received.
  await page.route('**/api/market/candles?*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: number[][] };
    const newest = answer.data.at(-1);
    if (newest !== undefined) newest[2] = 41_234.5;
    await route.fulfill({ response, json: answer });
  });
  await resume.click();
  await expect.poll(() => legendOf(page)).toContain('41,234.50');
});

async function legendOf(page: Page): Promise<string> {
  return await page.getByRole('region', { name: 'Chart', exact: true }).locator('dl').innerText();
}
