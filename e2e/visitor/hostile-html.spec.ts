// Hostile HTML in pages, announcements and messages: the browser runs no script of it, loads
// nothing from other sites, and reports no violation of the content-security-policy.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HOSTILE_ADDRESSES, HOSTILE_HTML } from '@halyard/testkit';
import { expect, type Page } from '@playwright/test';
import { importContent, pageFile, text } from '../support/content.ts';
import { forgive, haveSession, test } from '../support/halyard.ts';
import { EXTENDED } from '../support/extended.ts';

/** An unclosed element hides the following ones, so the fragments are spread over several texts. */
const POPUP_PARTS = 40;
/**
 * The browser reports handlers and bases already where HTML is only read, in a document without a
 * window, to be cleaned. Of what came through the server there is none left to report.
 */
const PARSED = /content security policy/i;

const LAYOUT = [
  { component: 'heading', settings: { text: 'A hostile page' } },
  ...HOSTILE_HTML.flatMap((html) => [
    text(html),
    { component: 'html', settings: { html } },
    { component: 'heading', settings: { text: html, tag: 'h2' } },
  ]),
];
const ADDRESSES = [
  { component: 'heading', settings: { text: 'Hostile addresses' } },
  ...HOSTILE_ADDRESSES.flatMap((url) => [
    { component: 'button', settings: { text: 'Press', url, id: url, class: url, style: url } },
    { component: 'image', settings: { image: { path: url, meta: { title: url } } } },
    { component: 'gallery', settings: { gallery: [{ path: url }] } },
    text(`<a href="${url}">Press</a>`),
  ]),
];

test('runs no script from the content store', async ({ page, halyard }) => {
  expect(HOSTILE_HTML.length + HOSTILE_ADDRESSES.length).toBeGreaterThanOrEqual(100);
  const actions = watch(page, halyard.url);
  const entries = [
    ['hostile', 'A hostile page', LAYOUT.slice(0, 250)],
    ['hostile-too', 'A hostile page', [LAYOUT[0], ...LAYOUT.slice(250)]],
    ['hostile-links', 'Hostile addresses', ADDRESSES],
  ] as const;
  for (const [slug, title, components] of entries) {
    const entry = { title, title_slug: slug, published: true, components };
    await importContent(halyard, pageFile(entry));
    await page.goto(`/${slug}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expectInert(page, actions);
  }
  expect(actions.reports).toEqual([]);
});

test(
  'runs no script from unsanitised server content',
  EXTENDED,
  async ({ page, halyard, problems }) => {
    const actions = watch(page, halyard.url);
    const unclean = [LAYOUT.slice(0, 250), [LAYOUT[0], ...LAYOUT.slice(250)], ADDRESSES];
    for (const components of unclean) {
      await page.route('**/api/collections/get/pages*', (route) =>
        route.fulfill({
          json: [{ title: 'Unclean', title_slug: 'about', description: '', components }],
        }),
      );
      await page.goto('/about');
      await expect(page).toHaveTitle(/^Unclean/);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expectInert(page, actions);
      await page.unrouteAll();
    }
    await page.route('**/api/singletons/get/**', (route) => {
      const links = HOSTILE_ADDRESSES.map((url) => ({ title: HOSTILE_HTML[0], url }));
      const [html] = HOSTILE_HTML;
      const footer = {
        about: links,
        legal: links,
        payment_icons: HOSTILE_HTML,
        risk_warning: html,
      };
      return route.fulfill({ json: { ...footer, imprint: html, copyright: html, brand: html } });
    });
    await page.evaluate(() => localStorage.removeItem('halyard:content'));
    await page.goto('/login');
    await expect(page.getByRole('contentinfo')).toContainText('<script>');
    await expectInert(page, actions);
    forgive(problems, PARSED);
  },
);

test(
  'runs no script from an announcement, sanitised or not',
  EXTENDED,
  async ({ page, context, halyard, newcomer, problems }) => {
    const actions = watch(page, halyard.url);
    // In a language that no other journey uses, because announcements are for all customers.
    await page.addInitScript(() => localStorage.setItem('halyard:language', 'es'));
    await haveSession(context, halyard.url, newcomer.token);
    for (let from = 0; from < HOSTILE_HTML.length; from += POPUP_PARTS) {
      const html = ['<p>Words</p>', ...HOSTILE_HTML.slice(from, from + POPUP_PARTS)].join('\n');
      const path = join(halyard.dataDir, 'pop-up.html');
      await writeFile(path, html);
      await halyard.operate('popup', 'create', `Number ${from}`, `@${path}`, 'language=es');
      await page.goto('/platform/BTCUSD');
      const dialog = page.getByRole('dialog', { name: `Number ${from}` });
      await expect(dialog).toBeVisible();
      await expectInert(page, actions);
      const answered = page.waitForResponse('**/api/accounts/popup');
      await page.keyboard.press('Escape');
      await answered;
    }
    expect(actions.reports).toEqual([]);

    const content = HOSTILE_HTML.join('\n');
    const popups = [{ id: 1, title: '<img src=x onerror=alert(1)>', content }];
    await page.route('**/api/accounts/popups', (route) =>
      route.fulfill({ json: { status: 'success', data: popups } }),
    );
    await page.goto('/platform/BTCUSD');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectInert(page, actions);
    forgive(problems, PARSED);
  },
);

type Actions = { readonly done: readonly string[]; readonly reports: readonly string[] };

/** Records each dialog, each request to another site, and each reported violation of the policy. */
function watch(page: Page, url: string): Actions {
  const done: string[] = [];
  const reports: string[] = [];
  page.on('dialog', (dialog) => {
    done.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(url) || request.url().startsWith('data:');
    if (!isOurs && !request.url().startsWith('blob:')) done.push(`asked ${request.url()}`);
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) reports.push(message.text());
  });
  page.on('popup', (popup) => done.push(`opened ${popup.url()}`));
  return { done, reports };
}

/** Checks that no active element is in the page, no script has run, and no link runs one. */
async function expectInert(page: Page, actions: Actions): Promise<void> {
  const found = await page.evaluate(() => {
    const active = 'script, iframe, object, embed, form[action], meta, base, link, style, math';
    const inside = [...document.querySelectorAll('main *, footer *, [role=dialog] *')];
    const tags = inside.filter((one) => one.matches(active)).map(({ outerHTML }) => outerHTML);
    const handlers = inside.flatMap((one) =>
      one.getAttributeNames().filter((name) => name.startsWith('on')),
    );
    const links = inside
      .map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? '/')
      .filter((address) => !/^(https:\/\/|mailto:|tel:|#|\/(?![/\\]))/.test(address));
    return [...tags, ...handlers, ...links];
  });
  expect(found).toEqual([]);
  expect(actions.done).toEqual([]);
}
