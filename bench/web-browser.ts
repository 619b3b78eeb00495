// A Chromium with an empty profile, in which the customer of the stand is signed in.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';
/** Where the web app keeps the token of the session. */
const SESSION_KEY = 'halyard:session';
const VIEWPORT = { width: 1_440, height: 960 };
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Of two customers: one with many positions and one, whose page rests, with few. */
export type Site = { readonly url: string; readonly token: string; readonly restingToken: string };
export type Visit = { readonly isSignedIn: boolean; readonly debuggingPort?: number };

/** CHROME_PATH, or the system's; undefined where neither is there. */
export function findChromium(): string | undefined {
  return [process.env['CHROME_PATH'], SYSTEM_CHROMIUM].find(
    (path) => path !== undefined && existsSync(path),
  );
}

/** Gives what `use` gives; the browser and its profile are gone afterwards. */
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

/** On a page of the site that runs no script of the app, so that nothing is cached yet. */
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
