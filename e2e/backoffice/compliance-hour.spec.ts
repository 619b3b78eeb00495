// An hour of a compliance officer without the pointer: the verification queue, a document that is
// asked for again, related accounts, and a part of the audit log as a file.
import { expect } from '@playwright/test';
import { EXTENDED } from '../support/extended.ts';
import {
  confirm,
  createKeyboard,
  decide,
  numberOf,
  openByName,
  useKeysOnly,
  viewDocument,
} from '../support/keyboard.ts';
import { openPeople, sendDocument, takePicture } from '../support/office-day.ts';
import { openAsMember, test } from './office.ts';

useKeysOnly(import.meta.url);
/** As a date field expects it, month first. */
const EXPIRES_ON = '12312039';
// Starts a separate program, so that no other work waits for staff.
test.use({ settings: { LOG_LEVEL: 'warn' } });

test(
  'lets a compliance officer verify, ask again, investigate and export by keyboard alone',
  EXTENDED,
  async ({ halyard, browser }) => {
    const { url } = halyard;
    const { Elena, Farid, Greta } = await openPeople(halyard);
    const jpeg = await takePicture(browser, url, Elena);
    for (const customer of [Elena, Farid, Greta]) {
      await sendDocument(url, customer, { type: 'passport', jpeg });
    }
    await sendDocument(url, Elena, { type: 'address', jpeg });
    const page = await openAsMember(browser, halyard, { name: 'Officer', role: 'compliance' });
    const keys = createKeyboard(page);
    const heading = page.getByRole('heading', { level: 1 });

    // Accept: both documents of a customer, then the customer.
    await keys.press('g', 'v');
    await expect(heading).toHaveText('Verification');
    const queue = page.getByRole('main').getByRole('listitem').getByRole('button');
    const cases = queue.filter({ hasText: /Berg|Elena|Farid|Greta/ });
    await expect(cases).toHaveCount(3);
    const isShown = (name: string) => page.getByRole('heading', { level: 2, name });
    await expect(isShown('Elena Fischer-Hohenstein')).toBeVisible();
    await expect(page.getByText('No document rejected before')).toBeVisible();
    for (const [side, expiresOn] of [
      ['Passport', EXPIRES_ON],
      ['Address', ''],
    ] as const) {
      const document = page.getByRole('region', { name: side, exact: true });
      if (!(await document.isVisible())) {
        await keys.tabTo(page.getByRole('main').getByRole('radio', { checked: true }));
        await keys.press('ArrowRight');
        await expect(document).toBeVisible();
      }
      await viewDocument(page, keys);
      const picture = page.getByRole('img', { name: 'The document' });
      await keys.press('+', 'r', '-');
      await expect(picture).toHaveAttribute('style', /rotate: 90deg/);
      await decide(page, keys, {
        action: 'Approve',
        fields: [expiresOn, 'Readable, matches the profile'],
      });
      await expect(document.getByText('Approved', { exact: true })).toBeVisible();
    }
    await expect(cases.filter({ hasText: 'Elena' })).toContainText('Ready to verify');
    await decide(page, keys, { action: 'Verify', fields: ['Passport and address seen'] });
    await expect(cases).toHaveCount(2);

    // Reject with a note, which asks the customer again.
    await expect(isShown('Greta Holm')).toBeVisible();
    await keys.press('k');
    await expect(isShown('Farid Ghorbani')).toBeVisible();
    await viewDocument(page, keys);
    await decide(page, keys, { action: 'Reject', fields: ['The lower edge is cut off'] });
    await expect(cases.filter({ hasText: 'Farid' })).toHaveCount(0);
    await sendDocument(url, Farid, { type: 'passport', jpeg });
    await expect(cases.filter({ hasText: 'Farid' })).toHaveCount(1);
    await keys.press('j');
    await expect(isShown('Farid Ghorbani')).toBeVisible();
    await expect(page.getByText('Documents rejected before: 1')).toBeVisible();
    await keys.press('k');
    await expect(isShown('Greta Holm')).toBeVisible();

    // The same document by the list and its own page.
    await openByName(page, keys, { typed: 'Documents', found: /^Documents/ });
    await expect(heading).toHaveText('Documents');
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows.nth(1)).toBeVisible();
    await keys.press('j', 'j', 'j', 'Enter');
    await expect(heading).toHaveText(/^Passport/);
    await expect(page.getByText('Greta Holm').first()).toBeVisible();
    await viewDocument(page, keys);
    await decide(page, keys, { action: 'Approve', fields: [EXPIRES_ON, 'Readable and in force'] });
    await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();

    // A customer's other accounts, and a note about them.
    await openByName(page, keys, { typed: Greta.email, found: Greta.email });
    await expect(heading).toHaveText(/^Greta Holm/);
    const selected = page.getByRole('tab', { selected: true });
    for (let step = 0; step < 15; step += 1) {
      const shown = await selected.innerText();
      if (shown === 'Related accounts') break;
      await keys.press('l');
      await expect(selected).not.toHaveText(shown);
    }
    await expect(page.getByRole('tabpanel', { name: 'Related accounts' })).toContainText(
      /shares|Same/,
    );
    await openByName(page, keys, {
      typed: `note ${Greta.email}: No other account found`,
      found: /^Add a note: Greta Holm/,
    });
    await confirm(page, keys, { action: 'Add a note', fields: [] });
    await expect(page.getByRole('tabpanel', { name: 'Notes' })).toContainText(
      'No other account found',
    );

    // Exports the decisions about this customer.
    await keys.press('g', 'u');
    await expect(heading).toHaveText('Audit log');
    await keys.tabTo(page.getByRole('main').getByLabel('Action'));
    await keys.type('document.reject');
    await expect(page).toHaveURL(/document\.reject/);
    await expect(rows.filter({ hasText: 'The lower edge is cut off' })).toBeVisible();
    await keys.tabTo(page.getByRole('table').getByRole('link').first());
    await keys.press(await numberOf(page, 'Export'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      confirm(page, keys, { action: 'Export', fields: ['Asked by the supervisor'] }),
    ]);
    expect(download.suggestedFilename()).toBe('audit.xlsx');
    await page.context().close();
  },
);
