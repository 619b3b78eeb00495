// The trading desk for people who zoom in, use only the keyboard, or use a screen reader.
import { expect, type Locator, type Page } from '@playwright/test';
import { findUnclearNames } from '../support/control-names.ts';
import { post } from '../support/customer.ts';
import { EXTENDED } from '../support/extended.ts';
import { haveSession, test } from '../support/halyard.ts';
import {
  openDeskTab,
  openOrderHistory,
  openPosition,
  openView,
  ticketOf,
} from '../support/platform.ts';
import { findUnreachable } from '../support/reach.ts';

test.use({ feed: 'staged' });

test.beforeEach(async ({ context, halyard, trader }) => {
  await haveSession(context, halyard.url, trader.token);
});

const TABS = ['Positions', 'Orders', 'History', 'Alerts'] as const;

test.describe('at a zoom of 200 %', () => {
  // At a zoom of 200 %, a window of 1440 × 900 px has half as many CSS pixels in each direction.
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });

  test(
    'reaches every control of the desk, the ticket and the account',
    EXTENDED,
    async ({ page, halyard, trader }) => {
      await page.goto('/platform/BTCUSD');
      await haveContents(page, halyard.url, trader.token);
      for (const tab of TABS) {
        await openDeskTab(page, tab);
        await expectReachable(page, tab);
      }
      await openOrderHistory(page);
      await expectReachable(page, 'Past orders');
      const ticket = ticketOf(page);
      for (const kind of ['Limit', 'Stop', 'Market']) {
        await ticket.getByRole('radio', { name: kind, exact: true }).check({ force: true });
        await expectReachable(page, kind);
      }
      await ticket.getByRole('button', { name: 'Stop loss and take profit' }).click();
      await expectReachable(page, 'levels');
      await openDeskTab(page, 'Orders');
      await page.getByRole('button', { name: 'Edit Buy limit BTCUSD' }).click();
      await page.getByRole('dialog').waitFor();
      await expectReachable(page, 'the editor of an order');
      await page.keyboard.press('Escape');
      for (const path of ['/performance', '/practice/BTCUSD', '/notifications']) {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        const skip = page.getByRole('button', { name: 'Skip', exact: true });
        if (path.startsWith('/practice')) await skip.click();
        await expectReachable(page, path);
      }
    },
  );
});

test(
  'names every control of the desk, and no two of a part alike',
  EXTENDED,
  async ({ page, halyard, trader }) => {
    await page.goto('/platform/BTCUSD');
    await haveContents(page, halyard.url, trader.token);
    await ticketOf(page).getByRole('button', { name: 'Stop loss and take profit' }).click();
    for (const tab of TABS) {
      await openDeskTab(page, tab);
      expect(await findUnclearNames(page), tab).toEqual([]);
    }
    await openOrderHistory(page);
    expect(await findUnclearNames(page), 'Past orders').toEqual([]);
    await ticketOf(page).getByRole('radio', { name: 'Limit', exact: true }).check({ force: true });
    await ticketOf(page).getByLabel('Order price').waitFor();
    await page.getByRole('button', { name: 'Four charts' }).click();
    await expect(page.getByRole('application')).toHaveCount(4);
    expect(await findUnclearNames(page), 'four charts').toEqual([]);
    for (const path of ['/performance', '/practice/BTCUSD', '/notifications']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      expect(await findUnclearNames(page), path).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/platform/BTCUSD');
    for (const view of ['Markets', 'Chart', 'Positions', 'Orders', 'Account'] as const) {
      await openView(page, view);
      expect(await findUnclearNames(page), view).toEqual([]);
    }
  },
);

test(
  'shows the buttons of each row and a chart as high as the ticket between phone and desk',
  EXTENDED,
  async ({ page, halyard, trader }) => {
    await page.goto('/platform/BTCUSD');
    await haveContents(page, halyard.url, trader.token);
    for (const language of ['en', 'de']) {
      await page.evaluate((name) => localStorage.setItem('halyard:language', name), language);
      for (const [width, height] of [
        [768, 1_024],
        [1_024, 768],
        [1_280, 720],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.reload();
        await page.getByRole('application').waitFor();
        for (const tab of [0, 1]) {
          await page.getByRole('tab').nth(tab).click();
          const panel = page.getByRole('tabpanel');
          await expect(panel.locator('tbody tr')).toHaveCount(2);
          expect(await findCut(panel), `${language}, ${width} px, tab ${tab}`).toEqual([]);
        }
        if (width !== 768) continue;
        const bottomOf = async (part: Locator) => {
          const box = await part.boundingBox();
          return box === null ? undefined : box.y + box.height;
        };
        const [chart, ticket] = [
          page.getByRole('region', { name: 'Chart', exact: true }),
          page.locator('[data-tour=ticket]'),
        ];
        await expect
          .poll(async () =>
            Math.abs(((await bottomOf(chart)) ?? 0) - ((await bottomOf(ticket)) ?? 9)),
          )
          .toBeLessThan(2);
      }
    }
  },
);

/** Returns the buttons that the panel cuts off, and the cells that cover the next one. */
async function findCut(panel: Locator): Promise<readonly (string | null)[]> {
  return await panel.evaluate((element) => {
    const { right } = element.getBoundingClientRect();
    const buttons = [...element.querySelectorAll('tbody button, tbody a')];
    const cut = buttons.filter((button) => button.getBoundingClientRect().right > right);
    const cells = [...element.querySelectorAll('tbody td')];
    const over = cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    return [...cut, ...over].map(({ textContent }) => textContent);
  });
}

/** Two positions of one market, and two orders that cancel each other. */
async function haveContents(page: Page, url: string, token: string): Promise<void> {
  for (const amount of ['100', '120']) {
    await openPosition(page, { side: 'Buy', amount, leverage: '2×' }, 'BTCUSD');
  }
  const order = {
    token,
    symbol: 'BTCUSD',
    leverage: 2,
    direction: 'buy',
    amount: 50,
    expiry: 'gtc',
  };
  const { order: limit } = await post<{ order: { id: number } }>(url, 'accounts/orders/place', {
    ...order,
    kind: 'limit',
    price: 39_000,
  });
  const stop = { ...order, kind: 'stop', price: 41_000, oco: limit.id };
  await post(url, 'accounts/orders/place', stop);
  await openDeskTab(page, 'Orders');
  await expect(page.getByRole('button', { name: 'Edit Buy stop BTCUSD' })).toBeVisible();
  // A toast covers the content below it for some seconds.
  await expect(page.getByText('New position was created successfully')).toHaveCount(0);
}

async function expectReachable(page: Page, part: string): Promise<void> {
  expect(await findUnreachable(page), part).toEqual([]);
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess, part).toBeLessThanOrEqual(0);
}
