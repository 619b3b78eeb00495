// The pictures and the recording of docs/start/tour.md, made anew after a visual change:
//
//   SCREENSHOTS=folder npx playwright test sheets/tour
//   for p in folder/*.png; do ffmpeg -y -i "$p" -quality 80 "../docs/start/$(basename "$p" .png).webp"; done
//   ffmpeg -y -f concat -safe 0 -i folder/frames/list.txt -vf fps=10,format=yuv420p \
//     -c:v libvpx-vp9 -crf 42 -b:v 0 ../docs/start/tour.webm
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { getAdminToken, haveStaffSession, openCustomer, test } from '../backoffice/office.ts';
import { haveSession, type Halyard } from '../support/halyard.ts';
import {
  fillTicket,
  openDeskTab,
  openOf,
  openPosition,
  rowOf,
  ticketOf,
} from '../support/platform.ts';

const FOLDER = process.env['SCREENSHOTS'] ?? 'results/screens';
const SIZE = { width: 1_280, height: 800 };
const SETTLED_AFTER_MS = 2_000;
const RECORDING_MS = 60_000;

test.use({ viewport: SIZE, actionTimeout: 120_000 });
test.setTimeout(900_000);
// Pictures are no tests: what the browser complains of fails the journeys.
test.afterEach(({ problems }) => void problems.splice(0));

for (const theme of ['dark', 'light'] as const) {
  test(`pictures in the ${theme} theme`, async ({ page, browser, halyard, trader, staff }) => {
    await chooseTheme(page, theme);
    await haveSession(page.context(), halyard.url, trader.token);
    await page.goto('/platform/EURUSD');
    await openPosition(page, { side: 'Sell', amount: '250', leverage: '30×' }, 'EURUSD');
    await page.goto('/platform/BTCUSD');
    await openPosition(page, { side: 'Buy', amount: '500', leverage: '2×' }, 'BTCUSD');
    await fillTicket(page, { side: 'Buy', amount: '500', leverage: '2×' });
    await keep(page, `trading-${theme}`);

    const context = await browser.newContext({ baseURL: halyard.url, viewport: SIZE });
    const office = await context.newPage();
    await chooseTheme(office, theme);
    await haveStaffSession(office, await getAdminToken(halyard.url, staff));
    await office.goto('/backoffice');
    await keep(office, `back-office-${theme}`);
    await openCustomer(office, trader.email);
    await keep(office, `back-office-customer-${theme}`);
    await context.close();
  });
}

test('recording', async ({ page, halyard, trader, staff }) => {
  const frames = await record(page);
  await chooseTheme(page, 'dark');
  await haveSession(page.context(), halyard.url, trader.token);
  await trade(page);
  await haveStaffSession(page, await getAdminToken(halyard.url, staff));
  await work(page, halyard, trader.email);
  await frames.finish();
});

/** A customer opens a position with a stop, sees it move, and closes it. */
async function trade(page: Page): Promise<void> {
  await page.goto('/platform/EURUSD');
  await pause(page);
  await page.goto('/platform/BTCUSD');
  await fillTicket(page, { side: 'Buy', amount: '500', leverage: '2×' });
  const ticket = ticketOf(page);
  await ticket.getByRole('button', { name: 'Stop loss and take profit' }).click();
  await ticket.getByLabel('Unit of Stop loss').selectOption('money');
  await ticket.getByRole('textbox', { name: 'Stop loss', exact: true }).fill('25');
  await pause(page);
  await ticket.getByRole('button', { name: 'Buy BTCUSD' }).click();
  const row = rowOf(openOf(page), 'BTCUSD');
  await expect(row).toBeVisible();
  await pause(page, 4);
  await row.getByRole('button', { name: /^Close/ }).click();
  await expect(row).toHaveCount(0);
  await openDeskTab(page, 'History');
  await pause(page);
}

/** Staff find the customer and read the timeline, then look at withdrawals and risk. */
async function work(page: Page, { url }: Halyard, email: string): Promise<void> {
  await page.goto(`${url}/backoffice`);
  await pause(page, 2);
  await openCustomer(page, email);
  await pause(page, 2);
  for (const name of ['Withdrawals', 'Positions', 'Symbols']) {
    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name, exact: true })
      .click();
    await pause(page);
  }
}

async function pause(page: Page, times = 1): Promise<void> {
  await page.waitForTimeout(times * SETTLED_AFTER_MS);
}

/** Keeps each changed frame, and how long it is shown so that all take a minute together. */
async function record(page: Page): Promise<{ finish(): Promise<void> }> {
  const folder = join(FOLDER, 'frames');
  mkdirSync(folder, { recursive: true });
  const shownAt: number[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    shownAt.push(performance.now());
    writeFileSync(join(folder, `${shownAt.length}.jpg`), Buffer.from(data, 'base64'));
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 90,
    everyNthFrame: 6,
    ...maxOf(SIZE),
  });
  return {
    finish: async () => {
      await session.send('Page.stopScreencast');
      const endedAt = performance.now();
      const scale = RECORDING_MS / 1_000 / (endedAt - (shownAt[0] ?? endedAt));
      const lines = shownAt.map((at, index) => {
        const seconds = ((shownAt[index + 1] ?? endedAt) - at) * scale;
        return `file '${index + 1}.jpg'\nduration ${seconds.toFixed(3)}`;
      });
      writeFileSync(join(folder, 'list.txt'), `${lines.join('\n')}\n`);
    },
  };
}

function maxOf({ width, height }: typeof SIZE): { maxWidth: number; maxHeight: number } {
  return { maxWidth: width, maxHeight: height };
}

async function chooseTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('halyard:theme', chosen), theme);
}

async function keep(page: Page, name: string): Promise<void> {
  await pause(page, 2);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
