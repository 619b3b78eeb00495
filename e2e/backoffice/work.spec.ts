// Actions of staff and their effect on the customer's screen.
import { expect, type Page } from '@playwright/test';
import { saveProfile } from '../support/customer.ts';
import { uploadPassport } from '../support/documents.ts';
import { forgive } from '../support/halyard.ts';
import { openDeskTab, openOf, openPosition, rowOf, ticketOf } from '../support/platform.ts';
import { requestMoney } from '../support/office-day.ts';
import { expectSound } from '../support/sound.ts';
import {
  act,
  getAdminToken,
  haveStaffSession,
  openAsCustomer,
  openCustomer,
  openList,
  openTab,
  test,
} from './office.ts';
import { EXTENDED } from '../support/extended.ts';

test(
  'verifies a customer, who can then trade and sees the PIN that staff set [r-account-panel-pin]',
  EXTENDED,
  async ({ office, browser, halyard, newcomer }) => {
    await halyard.operate('credit', newcomer.email, '1000.00', 'Money to trade with');
    await openCustomer(office, newcomer.email);
    await openTab(office, 'Profile');
    await act(office, 'Set PIN', { PIN: '4711', Reason: 'Chosen by telephone' });
    await openTab(office, 'Verification');
    await act(office, 'Verify', { Reason: 'Passport and address seen' });

    const page = await openAsCustomer(browser, halyard.url, newcomer.token);
    await page.goto('/platform/BTCUSD');
    await openPosition(page, { side: 'Buy', amount: '100', leverage: '2×' }, 'BTCUSD');
    await expect(rowOf(openOf(page), 'BTCUSD')).toBeVisible();
    await page.goto('/my-account/info');
    await expect(page.getByRole('complementary', { name: 'Account overview' })).toContainText(
      'PIN4711',
    );
    await page.context().close();
  },
);

test(
  'counts new work in the title, reports it and plays one sound, without a reload',
  EXTENDED,
  async ({ office, halyard, staff, newcomer }) => {
    const other = await office.context().newPage();
    await haveStaffSession(other, await getAdminToken(halyard.url, staff));
    const tabs = [office, other];
    // Both tabs share the clock of their browser context.
    const { clock } = office.context();
    await clock.install();
    for (const tab of tabs) {
      await tab.addInitScript(countTones);
      await tab.addInitScript(recordAlerts);
    }
    const countTonesOfAll = async () => (await countTonesOf(office)) + (await countTonesOf(other));
    await office.reload();
    await other.goto('/backoffice/symbols');
    const bell = office.getByRole('button', { name: 'Sound for new tasks' });
    await expect(bell).toHaveAttribute('aria-pressed', 'false');
    await expect(office.getByRole('region', { name: 'Waiting for you' })).toBeVisible();
    const before = await countInTitle(office);
    await bell.click();
    await expect(bell).toHaveAttribute('data-sound-switch', 'on');
    // The click played the sound once. The other tab may play it, too, after a click of its own.
    await expect.poll(async () => await countTonesOf(office)).toBe(2);
    await other.getByRole('heading', { level: 1 }).click();
    const otherBell = other.getByRole('button', { name: 'Sound for new tasks' });
    await expect(otherBell).toHaveAttribute('data-sound-switch', 'on');

    const deposit = await requestMoney(halyard.url, newcomer, 250);
    const news = `New: Deposits and credits to confirm · € 250.00 · ${newcomer.email}`;
    await clock.fastForward(31_000);
    for (const tab of tabs) {
      await expect
        .poll(async () => await readAlerts(tab))
        .toContainEqual(expect.stringContaining(news));
      await expect.poll(async () => await countInTitle(tab)).toBe(before + 1);
    }
    await expect(office.getByRole('link', { name: `Deposit ${deposit}` })).toBeVisible();
    await expect.poll(countTonesOfAll).toBe(4);
    await expectSound(office, 'office-new-work', 'phone');

    // A member is not notified of a record that they moved into another queue themselves.
    await office.getByRole('link', { name: `Deposit ${deposit}` }).click();
    await act(office, 'Put in review', { Reason: 'The sender has another name' });
    await office.getByRole('link', { name: 'Home' }).click();
    await expect(office.getByText('Deposits and credits to review').first()).toBeVisible();
    await clock.fastForward(31_000);
    await expect.poll(async () => await countInTitle(other)).toBe(before + 1);
    expect(await countTonesOfAll()).toBe(4);
  },
);

test(
  'rejects verification if the customer changed the profile after the page was opened',
  EXTENDED,
  async ({ office, halyard, newcomer, problems }) => {
    await openCustomer(office, newcomer.email);
    await openTab(office, 'Profile');
    await expect(office.getByText('Berlin').first()).toBeVisible();
    await saveProfile(halyard.url, newcomer, { city: 'Potsdam' });
    // The page reloads its record when the tab becomes visible again.
    await office.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    );
    await expect(office.getByText('Potsdam')).toBeVisible();
    await openTab(office, 'Verification');
    await office.getByRole('button', { name: 'Verify', exact: true }).click();
    const dialog = office.getByRole('dialog', { name: 'Verify' });
    await expect(dialog.getByRole('textbox')).toHaveCount(1);
    await dialog.getByLabel('Reason').fill('Passport and address seen');
    await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'The profile changed since you opened it. Reload it and check again.',
    );
    forgive(problems, /status of 409/);
    await office.reload();
    await act(office, 'Verify', { Reason: 'Passport and new address seen' });
    await openTab(office, 'Record');
    await expect(office.getByText('Customer: verify')).toBeVisible();
  },
);

test(
  'closes a customer’s position and tells the customer that the broker closed it',
  EXTENDED,
  async ({ office, browser, halyard, trader }) => {
    const page = await openAsCustomer(browser, halyard.url, trader.token);
    await page.goto('/platform/BTCUSD');
    await openPosition(page, { side: 'Buy', amount: '100', leverage: '2×' }, 'BTCUSD');
    await openCustomer(office, trader.email);
    await openTab(office, 'Positions');
    const list = office.getByRole('region', { name: 'Positions' });
    await list.getByRole('row').filter({ hasText: 'BTCUSD' }).getByRole('link').first().click();
    await act(office, 'Close', { Reason: 'The symbol is no longer offered' });

    const closed = rowOf(await openDeskTab(page, 'History'), 'BTCUSD');
    await expect(closed).toContainText('Closed by the broker');
    await page.reload();
    await openDeskTab(page, 'History');
    await expect(closed).toContainText('Closed by the broker');
    await closed.click();
    await expect(page.getByRole('dialog', { name: 'Position details' })).toContainText(
      'Closing reasonClosed by the broker',
    );
    await page.goto('/notifications');
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expect(notices.getByText('Closed by the broker: BTCUSD')).toBeVisible();
    await page.context().close();
  },
);

test(
  'rejects a document with a note, which the customer sees',
  EXTENDED,
  async ({ office, browser, halyard, newcomer }) => {
    const page = await openAsCustomer(browser, halyard.url, newcomer.token);
    const passport = await uploadPassport(page);

    await office.reload();
    await office.getByRole('link', { name: 'Documents to review' }).click();
    await expect(office.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible();
    await office.getByRole('table').getByRole('row').last().getByRole('link').first().click();
    await office.getByRole('button', { name: 'View the document' }).click();
    await expect(office.getByRole('img', { name: 'The document' })).toBeVisible();
    await act(office, 'Reject', { Note: 'The edges are cut off', Reason: 'Not readable' });
    await page.reload();
    await expect(passport.getByText('The edges are cut off')).toBeVisible();
    await page.context().close();
  },
);

test(
  'halts a symbol, which the order ticket shows as unavailable, and undoes it by button and key',
  EXTENDED,
  async ({ office, browser, halyard, trader }) => {
    await openList(office, 'Symbols');
    await office.getByRole('textbox', { name: 'Search' }).fill('DOTUSD');
    const row = office.getByRole('table').getByRole('row').filter({ hasText: 'DOTUSD' });
    await expect(office.getByRole('table').getByRole('row')).toHaveCount(2);
    await row.getByRole('link').first().click();
    await act(office, 'Halt', { Reason: 'The source is in doubt' });
    const page = await openAsCustomer(browser, halyard.url, trader.token);
    await page.goto('/platform/DOTUSD');
    await expect(ticketOf(page).getByText('Temporarily unavailable').first()).toBeVisible();
    await office.getByRole('button', { name: 'Undo' }).click();
    await expect(ticketOf(page).getByText('Temporarily unavailable')).toHaveCount(0);
    await expect(office.getByText('Undo: The source is in doubt')).toBeVisible();
    await act(office, 'Halt', { Reason: 'Another source is in doubt' });
    await expect(office.getByRole('button', { name: 'Undo' })).toBeVisible();
    await office.keyboard.press('z');
    await expect(office.getByRole('button', { name: 'Halt', exact: true })).toBeVisible();
    await expect(office.getByText('Undo: Another source is in doubt')).toBeVisible();
    await page.context().close();
  },
);

test(
  'widens and restores the spread of a symbol, which the customer sees at once',
  EXTENDED,
  async ({ office, browser, halyard, trader }) => {
    const page = await openAsCustomer(browser, halyard.url, trader.token);
    await page.goto('/platform/ADAUSD');
    const usual = await spreadOf(page);
    expect(usual).toBeLessThan(0.009);

    await openList(office, 'Symbols');
    await office.getByRole('textbox', { name: 'Search' }).fill('ADAUSD');
    await expect(office.getByRole('table').getByRole('row')).toHaveCount(2);
    await office.getByRole('table').getByRole('link', { name: 'ADAUSD' }).click();
    const reason = 'The source is thin tonight';
    await act(office, 'Set terms', { 'Minimum spread': '1', Reason: reason });
    await expect.poll(async () => await spreadOf(page)).toBeGreaterThan(0.009);
    await openPosition(page, { side: 'Buy', amount: '100', leverage: '1×' }, 'ADAUSD');
    // The spread of 1 % of € 100 is the loss at opening.
    const profit = rowOf(openOf(page), 'ADAUSD').getByText(/^−€ (0\.9|1\.[01])/);
    await expect(profit).toBeVisible();

    await act(office, 'Set terms', { 'Minimum spread': '', Reason: 'Trading is lively again' });
    await expect.poll(async () => await spreadOf(page)).toBeLessThan(0.009);
    await page.context().close();
  },
);

/** Returns the spread as a share of the price, from both prices in the ticket. */
async function spreadOf(page: Page): Promise<number> {
  const rate = async (side: 'Sell' | 'Buy'): Promise<number> => {
    const name = await ticketOf(page)
      .getByRole('radio', { name: new RegExp(`^${side}`) })
      .evaluate((radio) => (radio as HTMLInputElement).labels?.[0]?.innerText ?? '');
    return Number(name.replaceAll(/[^\d.]/g, ''));
  };
  const sell = await rate('Sell');
  return (await rate('Buy')) / sell - 1;
}

/** Counts the sounds that the page plays, in a property of the window. */
function countTones(): void {
  const tones = { count: 0 };
  Object.assign(window, { tones });
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function createCounted(this: AudioContext) {
    tones.count += 1;
    return createOscillator.call(this);
  };
}

/** Records the text of each message, because a message disappears after some seconds. */
function recordAlerts(): void {
  const alerts: string[] = [];
  Object.assign(window, { alerts });
  new MutationObserver(() => {
    for (const alert of document.querySelectorAll('[role="alert"]')) alerts.push(alert.textContent);
  }).observe(document, { childList: true, subtree: true });
}

async function readAlerts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(
    () => (window as unknown as { readonly alerts: readonly string[] }).alerts,
  );
}

async function countTonesOf(page: Page): Promise<number> {
  return await page.evaluate(
    () => (window as unknown as { readonly tones: { readonly count: number } }).tones.count,
  );
}

async function countInTitle(page: Page): Promise<number> {
  return Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? '0');
}
