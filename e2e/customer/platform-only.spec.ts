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

test('leads from sign-up and from the footer to the legal pages at 1440 and 390 px', async ({
  page,
  context,
}) => {
  for (const width of [1_440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/register');
    const opened = context.waitForEvent('page');
    await page.getByRole('main').getByRole('link', { name: 'Terms & Conditions' }).click();
    const terms = await opened;
    await expect(
      terms.getByRole('heading', { level: 1, name: 'Terms & Conditions' }),
    ).toBeVisible();
    await terms.close();
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('navigation', { name: 'About' })).toHaveCount(0);
    const links = footer.getByRole('navigation', { name: 'Legal' }).getByRole('link');
    await expect(links).toHaveCount(5);
    for (const link of await links.all()) {
      const answer = await page.request.get((await link.getAttribute('href')) ?? '');
      expect(answer.status(), await link.innerText()).toBe(200);
    }
    await page.goto('/contact-us');
    await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(5);
  }
});
