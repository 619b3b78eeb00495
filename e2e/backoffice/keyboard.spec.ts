// The back office without the mouse: what waits, one after the other, and whoever is looked for.
import { expect } from '@playwright/test';
import { test } from './office.ts';
import { expectSound } from '../support/sound.ts';

test('works through what waits and finds a customer by keyboard alone', async ({
  office: page,
  halyard,
  newcomer,
}) => {
  for (const name of ['Kim', 'Lou', 'Max']) {
    const answer = await fetch(`${halyard.url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        first_name: name,
        last_name: 'Keys',
        email: `${name.toLowerCase()}@example.com`,
        phone: '+493023125000',
        message: 'Is anybody there?',
      }),
    });
    expect(answer.status).toBe(200);
  }
  await page.reload();
  const work = page.getByRole('region', { name: 'Waiting for you' });
  await expect(work.getByRole('link', { name: /^Kim Keys/ })).toBeVisible();
  await expectSound(page, 'office-work');
  const links = work.getByRole('rowheader').getByRole('link');
  const second = await links.nth(1).innerText();
  const third = await links.nth(2).innerText();
  for (const key of ['j', 'j', 'k', 'Enter']) await page.keyboard.press(key);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(second);
  await page.keyboard.press('n');
  await expect(heading).toHaveText(third);

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await expect(palette.getByRole('textbox')).toBeFocused();
  await page.keyboard.type(newcomer.email);
  await expect(palette.getByRole('link', { name: newcomer.email })).toBeVisible();
  await expectSound(page, 'office-palette');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Customer · ${newcomer.email}`)).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
