// An hour of a dealer without the pointer: exposure and scenario, accounts near their close-out, a
// position, a symbol, an entry order, a trading pause and the feeds.
import { expect } from '@playwright/test';
import { EXTENDED } from '../support/extended.ts';
import { confirm, createKeyboard, decide, openByName, useKeysOnly } from '../support/keyboard.ts';
import { openPeople, openPositionOf, placeOrder } from '../support/office-day.ts';
import { openAsMember, test } from './office.ts';

useKeysOnly(import.meta.url);

test(
  'lets a dealer watch, close, halt, cancel and pause by keyboard alone',
  EXTENDED,
  async ({ halyard, browser }) => {
    const { url } = halyard;
    const { Anna, Chiara, David } = await openPeople(halyard);
    await openPositionOf(browser, url, Anna);
    await openPositionOf(browser, url, Chiara);
    await placeOrder(url, David, 'BTCUSD');
    const page = await openAsMember(browser, halyard, { name: 'Dealer', role: 'dealing' });
    const keys = createKeyboard(page);
    const heading = page.getByRole('heading', { level: 1 });
    const region = (name: string | RegExp) => page.getByRole('region', { name });

    await keys.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toContainText('g e');
    await keys.press('Escape');
    await keys.press('g', 'e');
    await expect(heading).toHaveText('Dealing');
    await expect(region('Exposure').getByRole('row').filter({ hasText: 'BTCUSD' })).toBeVisible();
    const scenario = region('If the price moves');
    await keys.tabTo(scenario.getByRole('combobox', { name: 'Symbol' }));
    await keys.type('BTC');
    await expect(scenario.getByRole('rowheader', { name: '+5 %' })).toBeVisible();

    // Shows the account closest to its close-out, and the largest position.
    await keys.tabTo(region('Lowest margin levels').getByRole('link').first());
    await keys.press('Enter');
    await expect(heading).toHaveText(/#\d+/);
    await expect(page.getByRole('tab', { name: 'Positions' })).toBeVisible();
    await keys.press('g', 'e');
    await expect(heading).toHaveText('Dealing');
    const largest = region('Largest positions').getByRole('link');
    await keys.tabTo(largest.first());
    await keys.press('Enter');
    await expect(heading).toHaveText(/BTCUSD/);
    await decide(page, keys, { action: 'Close', fields: ['Asked for by telephone'] });
    await expect(page.getByText('Closed', { exact: true }).first()).toBeVisible();

    // A symbol whose source is in doubt.
    await openByName(page, keys, {
      typed: 'halt LTCUSD: The source is in doubt',
      found: /^Halt: /,
    });
    await confirm(page, keys, { action: 'Halt', fields: [] });
    await expect(page.getByText('The source is in doubt').first()).toBeVisible();
    await decide(page, keys, { action: 'Resume', fields: ['The source is sound again'] });
    await expect(page.getByRole('button', { name: 'Halt', exact: true })).toBeVisible();

    // An entry order.
    await keys.press('g', 'o');
    await expect(heading).toHaveText('Orders');
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    await keys.press('j', 'Enter');
    await expect(heading).toHaveText(/BTCUSD/);
    await decide(page, keys, { action: 'Cancel', fields: ['The customer can’t sign in'] });
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();

    // A pause of all openings, and its end.
    await openByName(page, keys, { typed: 'Trading pause', found: 'Trading pause' });
    for (const [title, after] of [
      ['Pause new positions', 'New positions are paused for the whole platform.'],
      ['End the pause', 'Trading is running: positions can be opened.'],
    ] as const) {
      // A page that is reloaded during a pause still requires a reason to end it.
      await page.reload();
      await expect(region(title)).toBeVisible();
      await keys.press('a');
      await expect(page.getByLabel('Reason')).toBeFocused();
      await keys.type('Maintenance of the price source');
      await keys.press('Enter');
      await expect(page.getByText(after)).toBeVisible();
    }

    await keys.press('g', 'f');
    await expect(heading).toHaveText('Feeds');
    await expect(region(/^Rejected quotes/)).toBeVisible();
    await page.context().close();
  },
);
