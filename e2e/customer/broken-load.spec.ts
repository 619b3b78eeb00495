// A part of the page fails to load: the rest works, and a retry loads the part.
import { expect, type Page } from '@playwright/test';
import { forgive, haveSession, test } from '../support/halyard.ts';
import { openOf } from '../support/platform.ts';
import { EXTENDED } from '../support/extended.ts';

const NOT_LOADED = /ERR_FAILED|dynamically imported module/;

test(
  'waits for the texts of a page instead of showing their keys',
  EXTENDED,
  async ({ page, problems }) => {
    await page.goto('/login');
    await cutOff(page, 'sign-up-');
    const cut = page.waitForEvent('requestfailed');
    await page.getByRole('main').getByRole('link', { name: 'Open an account' }).click();
    await cut;
    await expect(page.getByRole('heading')).toHaveText('Welcome back');
    await page.unrouteAll();
    await expect(page.getByRole('heading', { name: 'Open an account' })).toBeVisible();
    forgive(problems, NOT_LOADED);
  },
);

test(
  'offers to reload a part that failed to load, and works without a chart',
  EXTENDED,
  async ({ page, context, halyard, newcomer, problems }) => {
    await haveSession(context, halyard.url, newcomer.token);
    for (const part of ['platform-page-', 'kline-chart-']) {
      await cutOff(page, part);
      await page.goto('/platform/BTCUSD');
      await expect(page.getByText("This section couldn't be shown")).toBeVisible();
      if (part === 'kline-chart-') {
        await expect(openOf(page).getByText('No positions to show')).toBeVisible();
      }
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('application', { name: /^Price chart of BTCUSD/ })).toBeVisible();
    }
    forgive(problems, NOT_LOADED);
  },
);

test(
  'works without the footer, which loads later by itself',
  EXTENDED,
  async ({ page, problems }) => {
    await cutOff(page, 'site-footer-');
    const cut = page.waitForEvent('requestfailed');
    await page.goto('/login');
    await cut;
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await page.getByLabel('Email').fill('still@example.com');
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await page.unrouteAll();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('still@example.com');
    forgive(problems, NOT_LOADED);
  },
);

test(
  'says what could not be loaded, and loads it on request',
  EXTENDED,
  async ({ page, context, halyard, newcomer, problems }) => {
    await haveSession(context, halyard.url, newcomer.token);
    const cases = [
      ['sessions', '/security', page.getByText('This device', { exact: true })],
      ['notifications/preferences', '/notifications', page.getByLabel('Email language')],
      [
        'closing',
        '/your-data',
        page.getByText('Download your data first: you cannot do it afterwards.'),
      ],
    ] as const;
    for (const [read, path, shown] of cases) {
      await page.route(`**/api/accounts/${read}`, (route) => route.abort());
      await page.goto(path);
      const failed = page.getByRole('alert').filter({ hasText: "This couldn't be loaded" });
      await expect(failed).toBeVisible();
      await expect(shown).toHaveCount(0);
      await page.unrouteAll();
      await failed.getByRole('button', { name: 'Try again' }).click();
      await expect(shown).toBeVisible();
      await expect(failed).toHaveCount(0);
    }
    forgive(problems, /ERR_FAILED/);
  },
);

test(
  'reports in the chart and in the table that the candles failed to load',
  EXTENDED,
  async ({ page, context, halyard, newcomer, problems }) => {
    await haveSession(context, halyard.url, newcomer.token);
    await page.route('**/api/**candles**', (route) => route.abort());
    await page.goto('/platform/BTCUSD');
    const chart = page.getByRole('region', { name: 'Chart' });
    const failed = chart.getByText("This couldn't be loaded");
    await expect(failed).toBeVisible();
    await page.unrouteAll();
    await chart.getByRole('button', { name: 'Try again' }).click();
    await expect(failed).toBeHidden();
    await expect(chart.getByRole('application', { name: /^Price chart of BTCUSD/ })).toBeVisible();
    forgive(problems, /ERR_FAILED/);
  },
);

/** Blocks scripts whose names begin with this text. */
async function cutOff(page: Page, name: string): Promise<void> {
  await page.route(`**/assets/${name}*.js`, (route) => route.abort());
}
