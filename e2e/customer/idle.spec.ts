// A customer without input for twenty minutes is signed out, after a warning that can be dismissed.
import { expect } from '@playwright/test';
import { holdClock, untilAttached } from '../support/clock.ts';
import { haveSession, stored, test } from '../support/halyard.ts';
import { greetingOf } from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

const MINUTE_MS = 60_000;

test(
  'warns an idle customer, then keeps the session on request or signs out [o-idle-signout]',
  EXTENDED,
  async ({ page, context, halyard, newcomer }) => {
    await haveSession(context, halyard.url, newcomer.token);
    await page.clock.install();
    await page.goto('/platform/BTCUSD');
    await expect(greetingOf(page, 'Test Customer')).toBeVisible();
    const warning = page.getByRole('dialog', { name: 'Are you still there?' });

    await page.clock.fastForward(18 * MINUTE_MS);
    await expect(warning).toBeHidden();
    await page.clock.fastForward(1.2 * MINUTE_MS);
    await expect(warning).toContainText(/You will be signed out in [1-5]?\d s/);
    await expect(warning.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(warning).toBeHidden();

    await page.clock.fastForward(18.5 * MINUTE_MS);
    await expect(warning).toBeHidden();
    await page.clock.fastForward(2 * MINUTE_MS);
    await page.waitForURL('**/login');
    await expect(
      page.getByText('You were signed out after 20 minutes of inactivity.'),
    ).toBeVisible();
    expect(await stored(page, 'session')).toBeNull();
  },
);

test(
  'registers activity half a second after the last input [k-idle-debounce]',
  EXTENDED,
  async ({ page, context, halyard, newcomer }) => {
    await haveSession(context, halyard.url, newcomer.token);
    await holdClock(page);
    await page.goto('/platform/BTCUSD');
    await untilAttached(page, greetingOf(page, 'Test Customer'));
    const registered = () => stored(page, 'activity');
    const before = await registered();
    await page.clock.runFor(5_000);
    await page.keyboard.press('Shift');
    await page.clock.runFor(300);
    await page.mouse.click(2, 2);
    await page.clock.runFor(499);
    expect(await registered()).toBe(before);
    await page.clock.runFor(1);
    expect(await registered()).toBe(String(await page.evaluate(() => Date.now())));
  },
);
