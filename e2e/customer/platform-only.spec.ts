// An installation that is the platform and nothing else.
import { expect } from '@playwright/test';
import { openAccount } from '../support/customer.ts';
import { fillSignIn, forgive, test as base } from '../support/halyard.ts';
import { launchProgram, type Program } from '../support/program.ts';

const test = base.extend<{ program: Program }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
  program: async ({}, use) => {
    const program = await launchProgram({
      DEMO: 'off',
      PLATFORM_ONLY: 'on',
      ECONOMICS: 'off',
    });
    await use(program);
    await program.close();
  },
  baseURL: async ({ program }, use) => use(program.url),
});

test('leads home to the platform and hides what is around it [r-home-app-mode] [r-referrals-hidden] [r-levels-link] [r-slug-app-mode] [r-calendar-off]', async ({
  page,
  program,
  faults,
}) => {
  const customer = await openAccount(program.url);
  await page.goto('/');
  await page.waitForURL('**/login');
  await fillSignIn(page, customer);
  await page.waitForURL('**/platform/BTCUSD');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'My Account' })).toBeVisible();
  await expect(header.getByRole('link', { name: 'Referrals' })).toHaveCount(0);
  await expect(header.getByText('Level Standard').first()).toBeVisible();
  await expect(header.getByRole('link', { name: 'Level Standard' })).toHaveCount(0);
  for (const path of ['/referrals', '/about', '/economic-calendar']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  }
  if (faults.length > 0) forgive(faults, /status of 404/);
});
