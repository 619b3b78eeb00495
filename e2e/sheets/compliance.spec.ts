// Pictures of screening and of profile changes for a visual check. The test writes the provider's
// results into the server's replies. Run by hand: SCREENSHOTS=folder npx playwright test
// sheets/compliance
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { uploadPassport } from '../support/documents.ts';
import { openAsCustomer, openCustomer, openList, openTab, test } from '../backoffice/office.ts';

const FOLDER = process.env['SCREENSHOTS'] ?? 'results/screens';
const SETTLED_AFTER_MS = 500;
const WIDTHS = [1_440, 390];
const AT = '2026-11-20T14:03:07.000Z';
const SCREENING = {
  screening_result: 'hit',
  screened_at: AT,
  age_days: 8,
  reference: 'CASE-2026-0815',
  requested_at: AT,
  failure: null,
  decided_by: null,
  decided_at: null,
  decision_reason: null,
};
const STATE = { state: 'hit', age_days: 8, reference: SCREENING.reference };

test.setTimeout(240_000);

test('compliance', async ({ office: page, browser, halyard, newcomer }) => {
  const customer = await openAsCustomer(browser, halyard.url, newcomer.token);
  await uploadPassport(customer);
  await customer.context().close();
  await alter(page, /\/api\/backoffice\/customers\/\d+$/, (data) => ({
    ...data,
    screening_state: 'hit',
    screening: SCREENING,
  }));
  await alter(page, /\/api\/backoffice\/compliance$/, ({ cases, ...data }) => ({
    ...data,
    cases: (cases as object[]).map((one) => ({ ...one, step: 'screening', screening: STATE })),
  }));
  await openList(page, 'Verification');
  await page.getByRole('listitem').filter({ hasText: newcomer.email }).getByRole('button').click();
  await expect(page.getByRole('button', { name: 'View the document' })).toBeVisible();
  await keep(page, 'case-panel');
  await openCustomer(page, newcomer.email);
  await openTab(page, 'Verification');
  await keep(page, 'verification-tab');
  await page.getByRole('button', { name: 'Decide', exact: false }).first().click();
  await keep(page, 'decide-screening');
  await page.keyboard.press('Escape');
  await openTab(page, 'Profile');
  await page.getByRole('button', { name: 'Change the profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the profile' });
  await dialog.getByLabel('First name').fill('Maximilian');
  await dialog.getByLabel('Street').fill('Hauptstraße 14, Hinterhaus, 3. Stock');
  await keep(page, 'profile-proposal');
  await dialog.getByLabel('Verification').selectOption({ index: 1 });
  await dialog.getByLabel('Reason').fill('The passport says so');
  await dialog.getByRole('button', { name: 'Change the profile' }).click();
  await expect(dialog).toHaveCount(0);
  // The second person is the same member here.
  await alter(page, /\/api\/backoffice\/approvals\/\d+$/, (data) => ({
    ...data,
    may_approve: true,
  }));
  await openList(page, 'Approvals');
  await keep(page, 'approvals');
  await page.getByRole('table').getByRole('link').first().click();
  await keep(page, 'approval');
  await page.getByRole('button', { name: 'Approve', exact: false }).first().click();
  await keep(page, 'approval-dialog');
});

type Data = Readonly<Record<string, unknown>>;

async function alter(page: Page, path: RegExp, change: (data: Data) => Data): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const envelope = (await response.json()) as { data: Data };
    await route.fulfill({ response, json: { ...envelope, data: change(envelope.data) } });
  });
}

async function keep(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    for (const theme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate((one) => {
        document.documentElement.dataset['mantineColorScheme'] = one;
      }, theme);
      await page.waitForTimeout(SETTLED_AFTER_MS);
      const path = join(FOLDER, `${name}-${theme}-${width}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
  await page.setViewportSize({ width: WIDTHS[0] ?? 0, height: 900 });
}
