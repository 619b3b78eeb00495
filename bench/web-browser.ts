// A Chromium with an empty profile, in which the customer of the fixture is signed in.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';
/** The key under which the web app stores the session token. */
const SESSION_KEY = 'halyard:session';
const VIEWPORT = { width: 1_440, height: 960 };
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The program's address and the session tokens of two customers: one with many positions, and one
 * with few, for the idle page.
 */
export type Site = { readonly url: string; readonly token: string; readonly restingToken: string };
export type Visit = { readonly isSignedIn: boolean; readonly debuggingPort?: number };

/** Returns CHROME_PATH or the system's Chromium; undefined if neither exists. */
export function findChromium(): string | undefined {
  return [process.env['CHROME_PATH'], SYSTEM_CHROMIUM].find(
    (path) => path !== undefined && existsSync(path),
  );
}

/** Returns the result of `use`; browser and profile are removed afterwards. */
export async function withBrowser<Value>(
  site: Pick<Site, 'url' | 'token'>,
  { isSignedIn, debuggingPort }: Visit,
  use: (context: BrowserContext) => Promise<Value>,
): Promise<Value> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error(`No Chromium at CHROME_PATH or ${SYSTEM_CHROMIUM}.`);
  }
  const profile = await mkdtemp(join(tmpdir(), 'halyard-bench-profile-'));
  const port = debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`];
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: VIEWPORT,
    args: [...FLAGS, ...port],
  });
  try {
    if (isSignedIn) await signIn(context, site);
    return await use(context);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

/** Stores the token on a page that runs no script of the app, so that nothing is cached yet. */
async function signIn(
  context: BrowserContext,
  { url, token }: Pick<Site, 'url' | 'token'>,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_KEY,
    token,
  ] as const);
  await page.close();
}
