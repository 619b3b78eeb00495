// Pages and singletons: written beside what visitors would see, saved as drafts, published, and
// brought back.
import { HOSTILE_ADDRESSES, HOSTILE_HTML } from '@halyard/testkit';
import { expect, type Page } from '@playwright/test';
import { forgive, type Halyard } from '../support/halyard.ts';
import { act, enrol, filteredBy, haveStaffSession, openList, test } from './office.ts';
import { expectSound } from '../support/sound.ts';
import { EXTENDED } from '../support/extended.ts';

/** A member with the content role only. */
async function openAsEditor(page: Page, { operate, url }: Halyard): Promise<void> {
  const email = `editor-${Date.now()}@halyard.example`;
  const made = await operate('staff', 'create', email, 'An Editor', 'content');
  const password = /password (\S+?)\.?\s*$/im.exec(made.trim())?.[1] ?? '';
  await haveStaffSession(page, await enrol(url, { email, password }));
  await page.goto('/backoffice');
  await expect(page.getByText('An Editor · Content')).toBeVisible();
}

function frameOf(page: Page) {
  return page.frameLocator('iframe[title="Preview of the page"]').last();
}

async function save(page: Page, button: string, reason: string): Promise<void> {
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function decide(page: Page, name: string, reason: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name, exact: true });
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test('edits a page beside its preview, publishes it and restores an earlier version', async ({
  page,
  browser,
  halyard,
  problems,
}) => {
  await openAsEditor(page, halyard);
  await openList(page, 'Pages');
  await page.getByRole('link', { name: 'New page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New page' })).toBeVisible();
  const refused = page.waitForResponse('**/api/backoffice/pages/create');
  await save(page, 'Add the page', 'Customers ask for it');
  expect((await refused).status()).toBe(422);
  await expect(page.getByText('is missing')).toBeVisible();
  forgive(problems, /status of 422/);

  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Opening hours');
  await page.getByLabel('Title: slug').fill('Opening Hours');
  await expect(page.getByText('is not of small letters, digits and dashes')).toBeVisible();
  await page.getByLabel('Title: slug').fill('opening-hours');
  await page.getByLabel('Add a component').selectOption('Heading');
  const layout = page.getByLabel('Components', { exact: true });
  await layout.fill('[{ "component": "heading", ');
  await expect(page.getByText(/This is not JSON: .*/)).toBeVisible();
  await layout.fill(
    JSON.stringify([
      { component: 'heading', settings: { text: 'When we are here', tag: 'h1' } },
      { component: 'text', settings: { text: '<p>From <b>nine</b></p><script>1</script>' } },
      { component: 'markets' },
    ]),
  );
  const preview = frameOf(page);
  await expect(preview.getByRole('heading', { name: 'When we are here' })).toBeVisible();
  await expect(preview.getByText('From nine')).toBeVisible();
  await expect(preview.getByText('Markets now')).toBeVisible();
  await expect(page.getByText('is shown without the HTML that is not allowed')).toBeVisible();
  await save(page, 'Add the page', 'Customers ask for it');
  await expect(page.getByRole('heading', { level: 1, name: 'Page: Opening hours' })).toBeVisible();
  await expect(page.getByText('Draft: version 1 waits to be published')).toBeVisible();

  const site = await (await browser.newContext({ baseURL: halyard.url })).newPage();
  const shows = async (text: string): Promise<void> => {
    await site.goto('/opening-hours');
    await expect(site.getByText(text)).toBeVisible();
  };
  await shows('Error code: 404');
  await decide(page, 'Publish', 'Read and found right');
  await expect(page.getByText('Online: version 1')).toBeVisible();
  await shows('From nine');

  await layout.fill(JSON.stringify([{ component: 'text', settings: { text: '<p>From ten</p>' } }]));
  await expect(frameOf(page).getByText('From ten')).toBeVisible();
  await save(page, 'Save as draft', 'Later from now on');
  await expect(page.getByText('Draft: version 2 waits to be published')).toBeVisible();
  await shows('From nine');
  await decide(page, 'Publish', 'As agreed');
  await expect(page.getByText('Online: version 2')).toBeVisible();
  await shows('From ten');

  const versions = page.getByRole('region', { name: 'Versions' });
  await expect(versions.getByRole('row').filter({ hasText: 'An Editor' })).toHaveCount(2);
  await versions.getByRole('button', { name: 'View version 1' }).click();
  await expect(page.getByRole('dialog', { name: 'Version 1' })).toBeVisible();
  await expect(frameOf(page).getByText('From nine')).toBeVisible();
  await decide(page, 'Bring it back', 'Ten was a mistake');
  await expect(page.getByText('Draft: version 3 waits to be published')).toBeVisible();
  await expect(layout).toHaveValue(/From <b>nine/);
  await shows('From ten');
  await decide(page, 'Publish', 'Back to nine');
  await shows('From nine');

  // Changes that another member saved meanwhile are kept.
  const [, id = ''] = /pages\/([0-9a-f]{24})/.exec(page.url()) ?? [];
  const token = await page.evaluate(() => sessionStorage.getItem('halyard:session'));
  await page.request.post(`/api/backoffice/pages/${id}/save`, {
    headers: { authorization: `Bearer ${token}` },
    data: { data: { title: 'Theirs', title_slug: 'opening-hours' }, version: 3, reason: 'Mine' },
  });
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Ours');
  await save(page, 'Save as draft', 'Too late');
  await expect(
    page.getByText('Someone saved a newer version since you opened this.'),
  ).toBeVisible();
  forgive(problems, /status of 409/);
  await page.getByRole('button', { name: 'Load what is there now' }).click();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Theirs');
  await decide(page, 'Take offline', 'Not needed any more');
  await expect(page.getByText('Not online')).toBeVisible();
  await shows('Error code: 404');
  await site.context().close();
});

test(
  'publishes the footer as the preview showed it',
  EXTENDED,
  async ({ office, browser, halyard }) => {
    await openList(office, 'Site settings');
    await office.getByRole('table').getByRole('link', { name: 'footer' }).click();
    await expect(
      office.getByRole('heading', { level: 1, name: 'Singleton: footer' }),
    ).toBeVisible();
    const imprint = office.getByLabel('Imprint', { exact: true });
    await imprint.fill('Halyard House, 1 Harbour Road');
    await expect(frameOf(office).getByText('Halyard House, 1 Harbour Road')).toBeVisible();
    await save(office, 'Save as draft', 'We have moved');
    await expect(office.getByText(/Draft: version \d+ waits/)).toBeVisible();
    const site = await (await browser.newContext({ baseURL: halyard.url })).newPage();
    await site.goto('/login');
    await expect(site.getByRole('contentinfo')).toBeVisible();
    await expect(site.getByText('1 Harbour Road')).toHaveCount(0);
    await decide(office, 'Publish', 'We have moved');
    await site.reload();
    await expect(site.getByText('Halyard House, 1 Harbour Road')).toBeVisible();
    await site.context().close();
  },
);

test(
  'formats a text with a picture, and offers what was not saved again',
  EXTENDED,
  async ({ page, halyard }) => {
    await openAsEditor(page, halyard);
    await openList(page, 'Pages');
    await page.getByRole('link', { name: 'New page' }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('With a picture');
    const layout = page.getByLabel('Components', { exact: true });
    const text = { component: 'text', settings: { text: '<p>First words</p>' } };
    await layout.fill(JSON.stringify([text]));
    await page.locator('summary').filter({ hasText: 'First words' }).click();
    const editor = page.getByRole('textbox', { name: 'Text', exact: true });
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Bold' }).click();
    await expect(layout).toHaveValue(/<strong>First words<\/strong>/);
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByLabel('Address of the link').fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Set link' }).click();
    await expect(page.getByText('Enter https://…, mailto:…')).toBeVisible();
    await page.getByLabel('Address of the link').fill('/contact-us');
    await page.getByRole('button', { name: 'Set link' }).click();
    await expect(layout).toHaveValue(/href=.{1,2}\/contact-us/);
    await editor.press('Control+End');
    await page.getByRole('button', { name: 'Picture', exact: true }).click();
    await page.getByLabel('What the picture shows').fill('A "blue" square');
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a picture' }).click();
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 40 } });
    await (await chosen).setFiles({ name: 'blue.png', mimeType: 'image/png', buffer: picture });
    await expect(layout).toHaveValue(/src=.{1,2}\/api\/content\/images\/[0-9a-f]{32}\.png/);
    const shown = frameOf(page).getByRole('img', { name: 'A "blue" square' });
    await expect(shown).toBeVisible();
    await expect
      .poll(async () => await shown.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await expectSound(page, 'office-rich-text');

    await expect(page.getByText('Not saved yet; kept in this browser')).toBeVisible();
    await openList(page, 'Pages');
    await page.getByRole('link', { name: 'New page' }).click();
    await expect(page.getByText('This browser has text that you did not save, of')).toBeVisible();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(layout).toHaveValue(/First words/);
    await page.getByLabel('Title: slug').fill('with-a-picture');
    await save(page, 'Add the page', 'Customers ask for it');
    await expect(page.getByText('Draft: version 1 waits to be published')).toBeVisible();
    await openList(page, 'Pages');
    await page.getByRole('link', { name: 'New page' }).click();
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('');
    await expect(page.getByText('This browser has text')).toHaveCount(0);
  },
);

test(
  'publishes a pop-up as previewed and edits calendar events',
  EXTENDED,
  async ({ office: page }) => {
    await openList(page, 'Pop-ups');
    await page.getByRole('button', { name: 'Add a pop-up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a pop-up' });
    await dialog.getByLabel('Title').fill('Holiday hours');
    const content = dialog.getByRole('textbox', { name: 'Content' });
    await content.click();
    await page.keyboard.type('Closed on Friday');
    await dialog.getByRole('button', { name: 'Table' }).click();
    await page.keyboard.type('Market');
    await dialog.getByRole('button', { name: 'Insert row below' }).click();
    await expect(content.getByRole('row')).toHaveCount(4);
    await expectSound(page, 'office-popup-table');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Your unsaved text is kept in this browser')).toBeVisible();
    await page.getByRole('button', { name: 'Add a pop-up' }).click();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expect(dialog.getByLabel('Title')).toHaveValue('Holiday hours');
    await expect(content.getByRole('row')).toHaveCount(4);
    await dialog.getByRole('button', { name: 'Show as HTML' }).click();
    await expect(content).toHaveValue(
      /^<p>Closed on Friday<\/p><table><tbody><tr><th><p>Market<\/p>/,
    );
    await content.fill('<p>Closed on <b>Friday</b></p>\n<script>1</script>');
    // In a language that no other journey reads: announcements are for all customers.
    await dialog.getByLabel('Language').selectOption('Italian');
    await dialog.getByLabel('Audience').selectOption('Unverified');
    await dialog.getByLabel('Purpose').selectOption('Service');
    await dialog.getByLabel('Until').fill('2036-12-31T18:00');
    await expect(frameOf(page).getByText('Closed on Friday')).toBeVisible();
    await expectSound(page, 'office-popup-new');
    await dialog.getByLabel('Reason').fill('Planned');
    await dialog.getByRole('button', { name: 'Add a pop-up' }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Add a pop-up' }).click();
    await expect(dialog.getByLabel('Title')).toHaveValue('');
    await expect(dialog.getByRole('button', { name: 'Restore' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const row = page.getByRole('table').getByRole('row').filter({ hasText: 'Holiday hours' });
    await expect(row).toContainText('31 Dec 2036');
    await row.getByRole('link').first().click();
    await expect(frameOf(page).getByText('Closed on Friday')).toBeVisible();
    await expectSound(page, 'office-popup');
    await act(page, 'Withdraw', { Reason: 'Said in error' });

    await openList(page, 'Calendar events');
    await act(page, 'Import events', {
      Csv: 'time,currency,importance,title\n2036-12-31T13:30Z,USD,1,Imported figure',
      Reason: 'The list of the day',
    });
    await page.getByRole('textbox', { name: 'Search' }).fill('Imported');
    await expect(page).toHaveURL(filteredBy('Imported'));
    const event = page.getByRole('table').getByRole('row').filter({ hasText: 'Imported figure' });
    await expect(event).toContainText('High');
    await event.getByRole('link').first().click();
    await page.getByRole('button', { name: 'Change' }).click();
    const changing = page.getByRole('dialog', { name: 'Change' });
    await changing.getByLabel('Importance').selectOption('Low');
    await changing.getByLabel('Actual').fill('2.3 %');
    await expectSound(page, 'office-event-change');
    await changing.getByLabel('Reason').fill('Published');
    await changing.getByRole('button', { name: 'Change' }).click();
    await expect(changing).toHaveCount(0);
    await expect(page.getByRole('definition').filter({ hasText: 'Low' })).toBeVisible();
  },
);

test(
  'runs no script that an editor or a broken server puts into the preview',
  EXTENDED,
  async ({ office: page, problems }) => {
    const done: string[] = [];
    page.on('dialog', (dialog) => {
      done.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', (popup) => done.push(`opened ${popup.url()}`));
    const components = [
      { component: 'heading', settings: { text: 'Hostile' } },
      ...HOSTILE_HTML.map((html) => ({ component: 'text', settings: { text: html } })),
      ...HOSTILE_ADDRESSES.map((url) => ({ component: 'button', settings: { text: 'Go', url } })),
      { component: 'text', settings: { text: '<p><a href="/login">Inside</a></p>' } },
    ];
    // Simulates a server that did not sanitise the content.
    await page.route('**/api/backoffice/pages/preview', async (route) => {
      const response = await route.fetch();
      const envelope = (await response.json()) as { data: object };
      const shown = { title: 'Hostile', components };
      await route.fulfill({ response, json: { ...envelope, data: { ...envelope.data, shown } } });
    });
    await page.goto('/backoffice/pages/create');
    const preview = frameOf(page);
    await expect(preview.getByRole('heading', { name: 'Hostile' })).toBeVisible();
    await preview.getByText('Inside').click();
    await expect(preview.getByRole('heading', { name: 'Hostile' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/backoffice/pages/create');
    const frame = page.locator('iframe');
    await expect(frame).toHaveAttribute('sandbox', 'allow-same-origin');
    // If sanitising fails completely, the sandboxed frame still runs no handler and no script.
    const ran = await frame.evaluate(async (element: HTMLIFrameElement) => {
      const inside = element.contentDocument;
      inside?.body.insertAdjacentHTML(
        'beforeend',
        '<img src="/nowhere.png" onerror="top.document.title = 1; parent.ran = true"><a id="js" href="javascript:parent.ran=true">x</a>',
      );
      inside?.querySelector<HTMLElement>('#js')?.click();
      await new Promise((resolve) => {
        inside?.querySelector('img[src="/nowhere.png"]')?.addEventListener('error', resolve);
        setTimeout(resolve, 1_000);
      });
      return 'ran' in window;
    });
    expect(ran).toBe(false);
    expect(done).toEqual([]);
    problems.splice(0);
  },
);

test(
  'passes the accessibility check on content pages in both themes, at desktop and phone widths',
  EXTENDED,
  async ({ office }) => {
    await office.goto('/backoffice/pages');
    await office.getByRole('table').getByRole('row').nth(1).getByRole('link').first().click();
    await expect(frameOf(office).getByRole('heading').first()).toBeVisible();
    await expectSound(office, 'office-page');
    await office.getByRole('button', { name: 'View version 1' }).click();
    await expect(office.getByRole('dialog', { name: 'Version 1' })).toBeVisible();
    await expect(frameOf(office).getByRole('heading').first()).toBeVisible();
    await expectSound(office, 'office-version');
    await office.goto('/backoffice/pages/create');
    await office.getByRole('button', { name: 'Add the page' }).click();
    await expect(office.getByText(/This field is required/)).toBeVisible();
    await expectSound(office, 'office-page-new');
  },
);
