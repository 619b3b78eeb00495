// The visitor's theme and language, and the notices on every page.
import { expect, type Page } from '@playwright/test';
import { forgive, haveSession, stored, test } from '../support/halyard.ts';
import { EXTENDED } from '../support/extended.ts';

const GROUND = { dark: 'rgb(13, 18, 20)', light: 'rgb(244, 247, 247)' } as const;

test('keeps the chosen theme and never flashes the other one [o-theme-choice] [o-theme-default] [o-theme-stored] [o-theme-reload] [o-theme-color]', async ({
  page,
}) => {
  await noteThemes(page);
  await page.goto('/login');
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', '#51a39a');
  await page.getByRole('button', { name: 'Switch to the light theme' }).waitFor();
  await expectGround(page, 'dark');
  expect(await themesSince(page)).toEqual(['dark']);

  // Delays the app's scripts, to see what is painted before they run.
  const program = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await program.promise;
    await route.continue();
  });
  const reload = page.waitForRequest('**/assets/index-*.js');
  await page.getByRole('button', { name: 'Switch to the light theme' }).click();
  await reload;
  await expectGround(page, 'light');
  await expect(page.locator('#root')).toBeEmpty();
  program.resolve();
  await page.getByRole('button', { name: 'Switch to the dark theme' }).waitFor();
  expect(await stored(page, 'theme')).toBe('light');
  expect(await themesSince(page)).toEqual(['light']);

  await page.goto('/register');
  await expectGround(page, 'light');
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  await page.getByRole('button', { name: 'Switch to the light theme' }).waitFor();
  await expectGround(page, 'dark');
});

test('keeps the chosen language [k-lang-default] [k-lang-supported] [o-lang-switcher] [o-lang-reload] [o-lang-stored] [o-lang-german] [o-lang-italian] [o-lang-spanish]', async ({
  page,
}) => {
  await page.goto('/login');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'en');
  const choice = page.getByRole('combobox', { name: 'Language' });
  await expect(choice.getByRole('option')).toHaveText(['EN', 'DE']);
  await choice.selectOption('de');
  await page.waitForURL('**/login?lng=de');
  await expect(page.getByRole('heading', { name: 'Willkommen zurück' })).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'de');
  expect(await stored(page, 'language')).toBe('de');

  await page.goto('/register');
  await expect(html).toHaveAttribute('lang', 'de');
  await page.getByRole('main').getByRole('button', { name: 'Konto eröffnen' }).click();
  await expect(page.getByText('Vorname ist erforderlich')).toBeVisible();

  await page.goto('/login?lng=it');
  await expect(html).toHaveAttribute('lang', 'it');
  await expect(page.getByRole('heading', { name: 'Bentornato' })).toBeVisible();
  await page.goto('/login?lng=es');
  await expect(html).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { name: 'Hola de nuevo' })).toBeVisible();
  await page.goto('/login?lng=xx');
  await expect(html).toHaveAttribute('lang', 'es');
});

test(
  'marks untranslated texts as English',
  EXTENDED,
  async ({ page, context, halyard, newcomer }) => {
    await page.addInitScript(() => localStorage.setItem('halyard:language', 'es'));
    await haveSession(context, halyard.url, newcomer.token);
    const english = page.getByRole('main').locator('[lang="en"]');
    await page.goto('/security');
    await expect(english.getByRole('heading', { name: 'Passkeys' })).toBeVisible();
    await page.goto('/transactions');
    await expect(english.getByRole('heading', { name: 'Transactions' })).toBeVisible();
    await page.goto('/my-account/info');
    await expect(page.getByRole('heading', { name: 'Datos personales' })).toBeVisible();
    await expect(english).toHaveCount(0);
  },
);

test('shows the risk and practice warnings on every page, and a page for unknown addresses [r-404] [h-out-login]', async ({
  page,
  context,
  halyard,
  newcomer,
  problems,
}) => {
  for (const path of ['/login', '/register', '/no/such/page']) {
    await page.goto(path);
    await expectBars(page);
  }
  await expect(page).toHaveURL(/\/404$/);
  forgive(problems, /status of 404/);
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Open account' })).toHaveAttribute(
    'href',
    '/register',
  );
  await header.getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Open an account' })).toBeVisible();

  await haveSession(context, halyard.url, newcomer.token);
  await page.goto('/platform/BTCUSD');
  await expectBars(page);
  await page.goto('/platform/BTCUSD?lng=de');
  await expect(page.getByRole('complementary', { name: 'Risikohinweis' })).toContainText(
    'CFDs sind komplexe Instrumente',
  );
});

/** Both bars are shown, and neither can be dismissed. */
async function expectBars(page: Page): Promise<void> {
  const risk = page.getByRole('complementary', { name: 'Risk warning' });
  await expect(risk).toContainText('CFDs are complex instruments');
  await expect(risk).toContainText(/\d+% of retail/);
  const practice = page.getByRole('complementary', { name: 'Practice notice' });
  await expect(practice).toContainText('simulated');
  for (const bar of [risk, practice]) await expect(bar.getByRole('button')).toHaveCount(0);
}

/** Makes every later page record the themes of its document in order. */
async function noteThemes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const themes: string[] = [];
    Object.assign(window, { themes });
    const note = () => {
      const theme = document.documentElement?.dataset['mantineColorScheme'];
      if (theme !== undefined && theme !== themes.at(-1)) themes.push(theme);
    };
    const watched = { subtree: true, attributeFilter: ['data-mantine-color-scheme'] };
    new MutationObserver(note).observe(document, watched);
  });
}

function themesSince(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { themes: readonly string[] }).themes);
}

async function expectGround(page: Page, theme: keyof typeof GROUND): Promise<void> {
  await expect(page.locator('body')).toHaveCSS('background-color', GROUND[theme]);
}
