// The real program with its demo world, one for each worker, and a page that fails the test when
// the browser reports an error or a violation of the content-security-policy.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';

const MAIN = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url));
const READY_WITHIN_MS = 60_000;
const POLL_MS = 50;

export type Credentials = { readonly email: string; readonly password: string };
export type Halyard = { readonly url: string; readonly customer: Credentials };

export const test = base.extend<{ faults: string[] }, { halyard: Halyard }>({
  halyard: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'halyard-e2e-'));
      const port = await findFreePort();
      const url = `http://127.0.0.1:${port}`;
      const { PATH, HOME } = process.env;
      const child = spawn(process.execPath, [MAIN], {
        env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await waitUntilReady(url);
      const signIns: unknown = JSON.parse(await readFile(join(dataDir, 'first-run.json'), 'utf8'));
      await use({ url, customer: (signIns as { customer: Credentials }).customer });
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: READY_WITHIN_MS + 10_000 },
  ],
  baseURL: async ({ halyard }, use) => use(halyard.url),
  /** What the browser complained of; a test that expects a complaint takes it out. */
  faults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/platform/BTCUSD');
}

/** A figure such as '+€ 77.44' or '−€ 5.00' in cents; undefined while it is unknown ('–'). */
export function centsOf(text: string): number | undefined {
  const digits = text.replaceAll(/[^\d]/g, '');
  if (digits === '') return undefined;
  return (/[−-]/.test(text) ? -1 : 1) * Number(digits);
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

async function waitUntilReady(url: string): Promise<void> {
  const deadlineMs = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadlineMs) {
    const response = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (response?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`${url} was not ready in time`);
}
