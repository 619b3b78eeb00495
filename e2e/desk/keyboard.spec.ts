// Trading with the keyboard alone: an order is placed, amended and cancelled, and a position is
// opened and closed.
import { expect } from '@playwright/test';
import { EXTENDED } from '../support/extended.ts';
import { haveSession, test } from '../support/halyard.ts';
import { createKeyboard, useKeysOnly } from '../support/keyboard.ts';
import { openDesk, openOf, rowOf, ticketOf } from '../support/platform.ts';

test.use({ feed: 'staged' });

useKeysOnly(import.meta.url);

test(
  'places, amends and cancels an order, and opens and closes a position',
  EXTENDED,
  async ({ page, context, halyard, trader }) => {
    await haveSession(context, halyard.url, trader.token);
    await openDesk(page, 'BTCUSD');
    const keys = createKeyboard(page);
    const ticket = ticketOf(page);
    await keys.tabTo(ticket.getByRole('radio', { name: 'Market', exact: true }));
    await keys.press('ArrowRight');
    const price = ticket.getByLabel('Order price');
    await expect(price).toBeVisible();
    await keys.tabTo(price);
    await keys.type('39000');
    await keys.tabTo(ticket.getByRole('textbox', { name: 'Amount', exact: true }));
    await keys.type('100');
    await keys.press('Enter');
    await expect(page.getByText('Order placed')).toBeVisible();

    await keys.tabTo(page.getByRole('tab', { name: 'Positions' }));
    await keys.press('ArrowRight');
    const orders = page.getByRole('tabpanel', { name: 'Orders', exact: true });
    const row = rowOf(orders, 'BTCUSD');
    await keys.tabTo(row.getByRole('button', { name: 'Edit Buy limit BTCUSD' }));
    await keys.press('Enter');
    const editor = page.getByRole('dialog', { name: 'Buy limit · BTCUSD' });
    await keys.tabTo(editor.getByLabel('Order price'));
    await keys.press('ControlOrMeta+a');
    await keys.type('39500');
    await keys.press('Enter');
    await expect(editor).toBeHidden();
    await expect(row).toContainText('39,500.00');
    await keys.tabTo(row.getByRole('button', { name: 'Cancel Buy limit BTCUSD' }));
    await keys.press('Enter');
    await expect(orders).toContainText('No pending orders');

    await keys.tabTo(ticket.getByRole('radio', { name: 'Limit', exact: true }));
    await keys.press('ArrowLeft');
    await keys.tabTo(ticket.getByRole('textbox', { name: 'Amount', exact: true }));
    await keys.type('200');
    await keys.press('Enter');
    await expect(page.getByText('New position was created successfully')).toBeVisible();
    await keys.tabTo(page.getByRole('tab', { name: 'Orders' }));
    await keys.press('ArrowLeft');
    await keys.tabTo(openOf(page).getByRole('button', { name: 'Close Buy BTCUSD' }));
    await keys.press('Enter');
    await expect(openOf(page)).toContainText('No positions to show');
  },
);
