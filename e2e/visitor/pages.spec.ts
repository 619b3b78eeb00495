// Public pages: the home page, the operator's pages, the footer.
import { expect } from '@playwright/test';
import { importContent, pageFile, text } from '../support/content.ts';
import { forgive, stored, test } from '../support/halyard.ts';

const PAGES = [
  ['about', 'About us'],
  ['terms-conditions', 'Terms & Conditions'],
  ['cookies-policy', 'Cookies policy'],
  ['aml-policy', 'Anti-money-laundering policy'],
  ['kyc-policy', 'Know-your-customer policy'],
  ['privacy-policy', 'Privacy policy'],
] as const;

test('shows the home page with live cross rates and links to sign-in and sign-up [r-home-content] [r-home-cross-rates] [p-visitor-home] [h-out-home] [h-out-about]', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Trade the world’s markets/);
  const rates = page.getByRole('region', { name: 'Forex cross rates' }).getByRole('table');
  await expect(rates.getByRole('row')).toHaveCount(9);
  await expect(rates.getByRole('link', { name: /^\d\.\d{6}$/ }).first()).toHaveAttribute(
    'href',
    '/platform/EURUSD',
  );
  const first = page.getByRole('region', { name: 'Markets now' }).getByRole('link').nth(1);
  const before = await first.innerText();
  await expect(first).not.toHaveText(before, { useInnerText: true });

  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('main').getByRole('link', { name: 'Open account' })).toHaveAttribute(
    'href',
    '/register',
  );
  await menu.getByRole('link', { name: 'About' }).click();
  await page.waitForURL('**/about');
  await page.goto('/?lng=de');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Die Märkte der Welt/);
});

test('wraps from the last slide to the first, and back [o-carousel-wrap]', async ({ page }) => {
  await page.goto('/');
  const carousel = page.getByRole('region', { name: 'What you can hold us to' });
  const shown = carousel.locator('li:not([inert])');
  await expect(shown).toContainText('Every cost before you commit');
  const next = carousel.getByRole('button', { name: 'Next slide' });
  await next.click();
  await expect(shown).toContainText('One price, and the same one');
  await next.click();
  await expect(shown).toContainText('No loss leaves you in debt');
  await next.click();
  await expect(shown).toContainText('Every cost before you commit');
  await expect(shown).toBeInViewport();
  await carousel.getByRole('button', { name: 'Previous slide' }).click();
  await expect(shown).toContainText('No loss leaves you in debt');
});

test('links every policy from the footer, which shows payment methods and copyright [r-about] [r-terms] [r-cookies] [r-aml] [r-kyc] [r-privacy] [r-policy-links] [p-visitor-about] [o-footer-about] [o-footer-legal] [o-footer-copyright] [o-footer-payment-icons] [c-cms-singleton]', async ({
  page,
}) => {
  await page.goto('/login');
  const footer = page.getByRole('contentinfo');
  const icons = footer.getByRole('list', { name: 'Payment methods' }).getByRole('listitem');
  await expect(icons.filter({ hasText: 'Bank transfer' }).locator('svg')).toBeVisible();
  await expect(footer).toContainText(`© ${new Date().getUTCFullYear()} Halyard`);
  await expect(footer).toContainText('CFDs are complex instruments');
  for (const [slug, title] of PAGES) {
    const list = slug === 'about' ? 'About' : 'Legal';
    const link = footer.getByRole('navigation', { name: list }).locator(`a[href="/${slug}"]`);
    await link.click();
    await page.waitForURL(`**/${slug}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Halyard`);
  }
  await page.goto('/about?lng=de');
  await expect(page.getByRole('heading', { level: 1, name: 'Über uns' })).toBeVisible();
  await expect(footer.getByRole('link', { name: 'Datenschutz' })).toBeVisible();
});

test('shows an operator’s page once it is published, first from the browser’s cache [r-slug-page] [p-visitor-content] [e-cms-page] [e-cms-component] [c-cms-collection] [c-cms-collection-options] [c-cms-cached] [c-cms-cache-first]', async ({
  page,
  halyard,
  problems,
}) => {
  const fees = {
    title: 'Fees',
    title_slug: 'fees',
    title_de: 'Gebühren',
    title_de_slug: 'gebuehren',
    published: true,
    components: [
      { component: 'heading', settings: { text: 'What it costs', tag: 'h1' } },
      {
        component: 'grid',
        columns: [{ children: [text('<p>Left</p>')] }, { children: [text('<p>Right</p>')] }],
      },
      { component: 'something-new', children: [text('<p>Inside <a href="/about">us</a></p>')] },
      { component: 'button', settings: { text: 'Write to us', url: '/contact-us' } },
    ],
    components_de: [{ component: 'heading', settings: { text: 'Was es kostet' } }],
  };
  await importContent(halyard, pageFile(fees));
  await page.goto('/fees');
  await expect(page.getByRole('heading', { name: 'What it costs' })).toBeVisible();
  const main = page.getByRole('main');
  for (const words of ['Left', 'Right', 'Inside']) {
    await expect(main.getByText(words)).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Write to us' })).toBeVisible();
  expect(await stored(page, 'content')).toContain('What it costs');

  await importContent(
    halyard,
    pageFile({ ...fees, components: [{ component: 'heading', settings: { text: 'Cheaper' } }] }),
  );
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/collections/get/pages*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'What it costs' })).toBeVisible();
  answer.resolve();
  await expect(page.getByRole('heading', { name: 'Cheaper' })).toBeVisible();
  await page.unrouteAll();

  await page.goto('/gebuehren?lng=de');
  await expect(page.getByRole('heading', { name: 'Was es kostet' })).toBeVisible();
  await halyard.operate('content', 'unpublish', 'fees');
  await page.goto('/fees?lng=en');
  await expect(page.getByText('Error code: 404')).toBeVisible();
  if (problems.length > 0) forgive(problems, /status of 404/);
});

test('shows a not-found page for an unknown slug [r-slug-absent]', async ({ page, problems }) => {
  await page.goto('/no-such-page');
  await expect(
    page.getByText("Oops! We can't seem to find the page you're looking for. Error code: 404"),
  ).toBeVisible();
  await page.goto('/404');
  await expect(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute(
    'href',
    '/',
  );
  forgive(problems, /status of 404/);
});

test('stores only what is necessary until the visitor consents, and lets them change it', async ({
  page,
}) => {
  await page.goto('/about');
  const bar = page.getByRole('region', { name: 'Cookies' });
  await expect(bar).toBeVisible();
  expect(await stored(page, 'consent')).toBeNull();
  await bar.getByRole('button', { name: 'Necessary only' }).click();
  await expect(bar).toBeHidden();
  expect(await stored(page, 'consent')).toBe('necessary');
  await page.reload();
  await page.getByRole('button', { name: 'Cookie settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cookie settings' });
  await expect(dialog.getByRole('radio', { name: 'Necessary only' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Allow all' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await stored(page, 'consent')).toBe('all');
});
