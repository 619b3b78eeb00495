// The visitor's screens in both themes and at every width: axe finds no problem, and no page
// scrolls horizontally.
import { forgive, test } from '../support/halyard.ts';
import { expectSound } from '../support/sound.ts';
import { EXTENDED } from '../support/extended.ts';

/** Each page with a text that appears once it has loaded. */
const SCREENS = [
  ['/about', 'Who we are'],
  ['/terms-conditions', 'Terms & Conditions'],
  ['/account-levels', 'What may differ'],
  ['/economic-calendar', 'Currencies'],
  ['/contact-us', 'Show the map'],
  ['/contact', 'Send'],
  ['/password/request', 'Email'],
  ['/no-such-page', 'Not found'],
] as const;

test(
  'the public pages pass the accessibility check in both themes, at desktop and phone widths',
  EXTENDED,
  async ({ page, problems }) => {
    await page.goto('/');
    await page.getByText('How it works', { exact: true }).first().waitFor();
    // The cookie dialog covers a part of the page on a phone, so it is checked at desktop width.
    await expectSound(page, 'visitor-asked', 'desk');
    await page.evaluate(() => localStorage.setItem('halyard:consent', 'necessary'));
    await page.reload();
    await page.getByText('How it works', { exact: true }).first().waitFor();
    await expectSound(page, 'visitor-home');
    for (const [path, ready] of SCREENS) {
      await page.goto(path);
      await page.getByText(ready, { exact: true }).filter({ visible: true }).first().waitFor();
      await page.getByRole('contentinfo').waitFor();
      await expectSound(page, path);
    }
    for (const [path, button] of [
      ['/login', 'Log in'],
      ['/register', 'Open account'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('main').getByRole('button', { name: button }).click();
      await page.getByText('Email is required').waitFor();
      await expectSound(page, path);
    }
    forgive(problems, /status of 404/);
  },
);
