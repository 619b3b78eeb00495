// Staff view a customer's account read-only, in the same browser in which a customer is signed in.
import { expect } from '@playwright/test';
import { openAccount } from '../support/customer.ts';
import { forgive, stored } from '../support/halyard.ts';
import { fillTicket, greetingOf, ticketOf } from '../support/platform.ts';
import { openList, openTab, test } from './office.ts';
import { expectSound } from '../support/sound.ts';
import { EXTENDED } from '../support/extended.ts';

const READ_ONLY = "You are viewing this account as staff and can't change anything";

test(
  'shows the customer’s view read-only, beside a customer who is signed in in the same browser',
  EXTENDED,
  async ({ context, halyard, trader, office, problems }) => {
    const own = await openAccount(halyard.url);
    const tab = await context.newPage();
    await tab.goto('/login');
    await tab.evaluate((token) => localStorage.setItem('halyard:session', token), own.token);
    await tab.goto('/my-account/info');
    await expect(tab.getByLabel('Email')).toHaveValue(own.email);

    await openList(office, 'Customers');
    await office.getByRole('textbox', { name: 'Search' }).fill(trader.email);
    const row = office.getByRole('table').getByRole('row').filter({ hasText: trader.email });
    await row.getByRole('link').first().click();
    await office.getByRole('button', { name: 'View as customer' }).click();
    const dialog = office.getByRole('dialog', { name: 'View as customer' });
    await dialog.getByLabel('Reason').fill('Asks why the ticket is grey');
    await dialog.getByRole('button', { name: 'View as customer' }).click();
    const [view] = await Promise.all([
      context.waitForEvent('page'),
      office.getByRole('button', { name: 'Open the platform as the customer' }).click(),
    ]);
    const banner = view.getByRole('complementary', { name: 'Viewing as staff' });
    await expect(banner).toContainText(trader.email);
    await expect(banner).toContainText('Nothing can be changed here.');
    await expect(greetingOf(view, 'Test')).toBeVisible();
    await expectSound(view, 'view-as-platform');

    await fillTicket(view, { side: 'Buy', amount: '100', leverage: '2×' });
    await ticketOf(view).getByRole('button', { name: 'Buy BTCUSD' }).click();
    await expect(view.getByText(READ_ONLY).last()).toBeVisible();
    await view.goto('/my-account/info');
    await expect(banner).toBeVisible();
    await view.getByLabel('City').fill('Hamburg');
    await view.getByRole('button', { name: 'Save' }).click();
    await expect(view.getByText(READ_ONLY).last()).toBeVisible();
    forgive(problems, /status of 403/);
    await expectSound(view, 'view-as-refused');

    await tab.reload();
    await expect(tab.getByLabel('Email')).toHaveValue(own.email);
    expect(await stored(tab, 'session')).toBe(own.token);
    expect(await stored(tab, 'viewing')).toBeNull();

    // If the browser doesn't let the page close itself, the page says what to do.
    await view.evaluate(() => Object.assign(window, { close: () => undefined }));
    await banner.getByRole('button', { name: 'End the view' }).click();
    await expect(view.getByText('The view has ended')).toBeVisible();
    await expect(view.getByRole('link', { name: 'Open the back office here' })).toBeVisible();
    await expectSound(view, 'view-as-ended');
    await tab.reload();
    await expect(tab.getByLabel('Email')).toHaveValue(own.email);

    await office.getByRole('button', { name: 'Close' }).click();
    await openTab(office, 'Record');
    const record = office.getByRole('region', { name: 'Audit log' });
    const entry = record.getByRole('row').filter({ hasText: 'Asks why the ticket is grey' });
    await expect(entry).toContainText('Customer: view as');
  },
);
