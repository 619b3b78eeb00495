// Fixtures: one real program with demo data for each worker, separate customers for each test, and
// pages that fail the test if the browser reports an error or a violation of the
// content-security-policy.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { openAccount, type Customer } from './customer.ts';
import {
  launchProgram,
  readFirstRun,
  READY_WITHIN_MS,
  type Environment,
  type Program,
} from './program.ts';
import { stagePrices } from './staged-prices.ts';

/** The storage keys of the session's token and of the confirmation before closing a position. */
const SESSION_KEY = 'halyard:session';
const CONFIRM_KEY = 'halyard:confirm-close';

export type Credentials = { readonly email: string; readonly password: string };
export type Halyard = Program & { readonly customer: Credentials };
type Feed = 'simulator' | 'staged';

type TestFixtures = { problems: string[]; newcomer: Customer; trader: Customer };
type WorkerFixtures = { feed: Feed; settings: Environment; halyard: Halyard };

export const test = base.extend<TestFixtures, WorkerFixtures>({
  /** Simulated prices, or those of `staged-prices.ts`. */
  feed: ['simulator', { scope: 'worker', option: true }],
  /** Settings of the program that differ from those of the other journeys. */
  settings: [{}, { scope: 'worker', option: true }],
  halyard: [
    async ({ feed, settings }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'halyard-e2e-prices-'));
      const program = await launchProgram({
        ...(feed === 'staged' ? staged(folder) : {}),
        ...settings,
      });
      const signIns = (await readFirstRun(program.dataDir)) as { customer: Credentials };
      await use({ ...program, customer: signIns.customer });
      await program.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: READY_WITHIN_MS + 10_000 },
  ],
  baseURL: async ({ halyard }, use) => use(halyard.url),
  /** A customer of this test alone, with a complete profile, unverified and without money. */
  newcomer: async ({ halyard }, use) => use(await openAccount(halyard.url)),
  /** The same customer, verified and with € 10,000. */
  trader: async ({ halyard, newcomer }, use) => {
    await halyard.operate('customer', 'verify', newcomer.email);
    await halyard.operate('credit', newcomer.email, '10000.00', 'Money to trade with');
    await use(newcomer);
  },
  /** The errors that the browser reported in any tab; a test removes those that it expects. */
  problems: [
    async ({ context }, use) => {
      const problems: string[] = [];
      context.on('weberror', (error) => problems.push(error.error().message));
      context.on('console', (message) => {
        const { url } = message.location();
        if (message.type() === 'error') problems.push(`${message.text()} (${url})`);
      });
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

/** The push services of these journeys run on this machine. */
const staged = (folder: string) => ({ ...stagePrices(folder), WEBHOOK_PRIVATE_TARGETS: 'on' });

export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, { email, password });
  await page.waitForURL('**/platform/BTCUSD');
}

/** Fills in and submits the sign-in form. */
export async function fillSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

let givenSessions = 0;

/**
 * Puts a session into the browser, for journeys that begin behind the sign-in. Positions close
 * without a question. A script of the first page stores it: Playwright's storage state would open a
 * page of its own for that, and empty the cache.
 */
export async function haveSession(context: BrowserContext, url: string, token: string) {
  givenSessions += 1;
  const items = { [SESSION_KEY]: token, [CONFIRM_KEY]: 'off' };
  await context.addInitScript(
    ({ origin, mark, entries }) => {
      // A frame without an origin has no storage; a session that the customer ended stays ended.
      if (self.origin !== origin || localStorage.getItem(mark) !== null) return;
      localStorage.setItem(mark, 'given');
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    { origin: url, mark: `journey:session-${givenSessions}`, entries: Object.entries(items) },
  );
}

/** Returns a value that the app has stored in the browser. */
export function stored(page: Page, name: string): Promise<string | null> {
  return page.evaluate((key) => localStorage.getItem(key), `halyard:${name}`);
}

/** Removes the expected errors that match a pattern; fails if there are none. */
export function forgive(problems: string[], pattern: RegExp): void {
  const others = problems.filter((problem) => !pattern.test(problem));
  expect(others.length, `something that says ${pattern}`).toBeLessThan(problems.length);
  problems.splice(0, problems.length, ...others);
}

/**
 * Returns a figure such as '+€ 77.44' or '−€ 5.00' in cents; undefined while it is unknown ('–').
 */
export function centsOf(text: string): number | undefined {
  const digits = text.replaceAll(/[^\d]/g, '');
  if (digits === '') return undefined;
  return (/[−-]/.test(text) ? -1 : 1) * Number(digits);
}
