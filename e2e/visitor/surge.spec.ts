// A surge of sign-ups, during which browsers must do proof of work.
import { expect, type Page } from '@playwright/test';
import { forgive, test as base } from '../support/halyard.ts';
import { launchProgram, type Program } from '../support/program.ts';
import { EXTENDED } from '../support/extended.ts';

/** All networks together have as many sign-ups an hour without proof of work as fifty of them. */
const NETWORKS = 50;
const PASSWORD = 'correct horse battery staple';

const test = base.extend<{ program: Program }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
  program: async ({}, use) => {
    const program = await launchProgram({
      DEMO: 'off',
      SIGN_UPS_PER_HOUR: '1',
      TRUST_PROXY: '127.0.0.1',
    });
    await use(program);
    await program.close();
  },
  baseURL: async ({ program }, use) => use(program.url),
});

test(
  'signs up during a surge from 50 networks after a proof of work',
  EXTENDED,
  async ({ page, program, problems }) => {
    for (let bot = 1; bot <= NETWORKS; bot += 1) {
      expect(await openFrom(program.url, `10.0.${bot}.1`)).toBe(201);
    }
    expect(await openFrom(program.url, '10.0.99.1')).toBe(429);

    const status = page.getByRole('status').filter({ hasText: 'Checking your browser' });
    // The check is over within moments: it begins once it has been seen.
    await page.route('**/assets/search-work*.js', async (route) => {
      await expect(status).toBeVisible();
      await route.continue();
    });
    const workers: string[] = [];
    page.on('worker', (worker) => workers.push(worker.url()));
    const proofs: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/api/accounts/register')) return;
      proofs.push(request.headers()['x-proof-of-work']);
    });
    await page.goto('/register');
    await fillForm(page);
    await page.getByRole('main').getByRole('button', { name: 'Open account' }).click();
    await page.waitForURL('**/my-account/info');
    expect(proofs).toEqual([
      undefined,
      expect.stringMatching(/^[\w-]{16}\.\d+\.\d+\.[\w-]{43}\.\d+$/),
    ]);
    expect(workers).toHaveLength(1);
    forgive(problems, /status of 429/);
  },
);

/** Returns the status that a bot of this network gets without proof of work. */
async function openFrom(url: string, ip: string): Promise<number> {
  const { status } = await fetch(`${url}/api/accounts/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({
      first_name: 'Some',
      last_name: 'Bot',
      email: `bot-${ip}@halyard.example`,
      phone: '+493023125123',
      password: PASSWORD,
      agree: true,
    }),
  });
  return status;
}

async function fillForm(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Newcomer');
  await page.getByLabel('Email').fill('nora.newcomer@halyard.example');
  await page.getByLabel('Phone').fill('+49 30 23125123');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('I agree to the Terms & Conditions').check();
}
