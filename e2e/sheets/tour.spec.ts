// The pictures and the recordings of docs/start/tour.md, taken again after a visual change:
//
//   SCREENSHOTS=folder npx playwright test sheets/tour
//   for p in folder/*.png; do ffmpeg -y -i "$p" -quality 80 "../docs/start/$(basename "$p" .png).webp"; done
//   for t in dark light; do ffmpeg -y -f concat -safe 0 -i folder/frames-$t/list.txt \
//     -vf fps=2 -c:v libwebp_anim -quality 60 -compression_level 6 -loop 0 \
//     ../docs/start/tour-$t.webp; done
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { getAdminToken, haveStaffSession, openCustomer, test } from '../backoffice/office.ts';
import { haveSession } from '../support/halyard.ts';
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

test.use({ viewport: SIZE, actionTimeout: 120_000 });
test.setTimeout(900_000);
// Errors of the browser fail the journeys, not the pictures.
test.afterEach(({ problems }) => void problems.splice(0));

for (const theme of ['dark', 'light'] as const) {
  test(`pictures in the ${theme} theme`, async ({ page, browser, halyard, trader, staff }) => {
    await chooseTheme(page, theme);
    await haveSession(page.context(), halyard.url, trader.token);
    // Crypto trades on every day of the week.
    await page.goto('/platform/ETHUSD');
    await openPosition(page, { side: 'Sell', amount: '250', leverage: '2×' }, 'ETHUSD');
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

  test(`recording in the ${theme} theme`, async ({ page, halyard, trader, staff }) => {
    const recording = createRecording(page, join(FOLDER, `frames-${theme}`));
    await chooseTheme(page, theme);
    await haveSession(page.context(), halyard.url, trader.token);
    await trade(page, recording);
    await haveStaffSession(page, await getAdminToken(halyard.url, staff));
    await work(page, recording, { url: halyard.url, email: trader.email });
    recording.finish();
  });
}

/** A customer opens a position with a stop, sees it move, and closes it. */
async function trade(page: Page, { show }: Recording): Promise<void> {
  await page.goto('/platform/BTCUSD');
  await expect(ticketOf(page).getByRole('button', { name: 'Buy BTCUSD' })).toBeVisible();
  await pause(page, 2);
  await show(3);
  await fillTicket(page, { side: 'Buy', amount: '500', leverage: '2×' });
  await show(3);
  const ticket = ticketOf(page);
  await ticket.getByRole('button', { name: 'Stop loss and take profit' }).click();
  await ticket.getByLabel('Unit of Stop loss').selectOption('money');
  await show(2);
  await ticket.getByRole('textbox', { name: 'Stop loss', exact: true }).fill('25');
  await pause(page);
  await show(3);
  await ticket.getByRole('button', { name: 'Buy BTCUSD' }).click();
  const row = rowOf(openOf(page), 'BTCUSD');
  await expect(row).toBeVisible();
  await show(3);
  for (let frames = 0; frames < 6; frames += 1) {
    await pause(page);
    await show(1.5);
  }
  await row.getByRole('button', { name: /^Close/ }).click();
  await expect(row).toHaveCount(0);
  await show(3);
  await openDeskTab(page, 'History');
  await pause(page);
  await show(6);
}

/** Staff find the customer and read the timeline, then look at positions and symbols. */
async function work(
  page: Page,
  { show }: Recording,
  { url, email }: { readonly url: string; readonly email: string },
): Promise<void> {
  await page.goto(`${url}/backoffice`);
  await expect(page.getByText('Open exposure')).toBeVisible();
  await pause(page);
  await show(8);
  await openCustomer(page, email);
  await expect(page.getByText('Bought BTCUSD')).toBeVisible();
  await pause(page);
  await show(8);
  for (const name of ['Positions', 'Symbols']) {
    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name, exact: true })
      .click();
    await expect(page.getByRole('table').getByText('BTCUSD').first()).toBeVisible();
    await pause(page);
    await show(6);
  }
}

async function pause(page: Page, times = 1): Promise<void> {
  await page.waitForTimeout(times * SETTLED_AFTER_MS);
}

type Recording = {
  /** Takes a picture of the page, which the recording shows for this many seconds. */
  show(seconds: number): Promise<void>;
  /** Writes the list of frames for ffmpeg, which drops the duration of the last one. */
  finish(): void;
};

/** Takes a picture of each step, so that the recording is the same on a slow machine. */
function createRecording(page: Page, folder: string): Recording {
  mkdirSync(folder, { recursive: true });
  const lines: string[] = [];
  return {
    show: async (seconds) => {
      const name = `${lines.length + 1}.png`;
      await page.screenshot({ path: join(folder, name) });
      lines.push(`file '${name}'\nduration ${seconds}`);
    },
    finish: () => {
      const last = `file '${lines.length}.png'`;
      writeFileSync(join(folder, 'list.txt'), `${[...lines, last].join('\n')}\n`);
    },
  };
}

async function chooseTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem('halyard:theme', chosen), theme);
}

async function keep(page: Page, name: string): Promise<void> {
  await pause(page, 2);
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}
