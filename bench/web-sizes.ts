// The size of what a browser loads until a page can be used, gzipped.
import { MINUTE_MS } from '@halyard/core/time';
import type { Page } from 'playwright-core';
import { withBrowser, type Site } from './web-browser.ts';

const USABLE_WITHIN_MS = MINUTE_MS;
const LARGEST_SHOWN = 8;

type Asked = { readonly url: string; readonly type: string; readonly headBytes: number };
type Loaded = Asked & { readonly bodyBytes: number };

export async function measureSizes(site: Site) {
  return {
    login: await measurePage(site, {
      path: '/login',
      isSignedIn: false,
      awaitUsable: async (page) => {
        await page.getByLabel('Email').waitFor();
        await page.getByRole('main').getByRole('button', { name: 'Log in' }).waitFor();
      },
    }),
    platform: await measurePage(site, {
      path: '/platform/BTCUSD',
      isSignedIn: true,
      awaitUsable: awaitPlatform,
    }),
  };
}

/** Resolves when prices, the chart, the ticket and the positions are visible. */
export async function awaitPlatform(page: Page): Promise<void> {
  page.setDefaultTimeout(USABLE_WITHIN_MS);
  await page.getByRole('button', { name: 'Buy BTCUSD', exact: true }).waitFor();
  await page.locator('canvas').first().waitFor();
  const positions = page.getByRole('tabpanel', { name: 'Positions', exact: true });
  await positions.getByRole('row').nth(1).waitFor();
}

async function measurePage(
  site: Site,
  visit: {
    readonly path: string;
    readonly isSignedIn: boolean;
    readonly awaitUsable: (page: Page) => Promise<void>;
  },
) {
  return await withBrowser(site, visit, async (context) => {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const asked = new Map<string, Asked>();
    const loaded: Loaded[] = [];
    session.on('Network.responseReceived', ({ requestId, response, type }) => {
      const url = new URL(response.url).pathname;
      asked.set(requestId, { url, type, headBytes: response.encodedDataLength });
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const request = asked.get(requestId);
      if (request === undefined) return;
      loaded.push({ ...request, bodyBytes: encodedDataLength - request.headBytes });
    });
    await session.send('Network.enable');
    const headers = { 'accept-encoding': 'gzip' };
    await session.send('Network.setExtraHTTPHeaders', { headers });
    const startedMs = performance.now();
    await page.goto(`${site.url}${visit.path}`, { waitUntil: 'commit' });
    await visit.awaitUsable(page);
    return { usableMs: Math.round(performance.now() - startedMs), ...sumUp(loaded) };
  });
}

function sumUp(loaded: readonly Loaded[]) {
  const bodyBytesByType: Record<string, number> = {};
  for (const { type, bodyBytes } of loaded) {
    bodyBytesByType[type] = (bodyBytesByType[type] ?? 0) + bodyBytes;
  }
  const scripts = loaded.filter(({ type }) => type === 'Script').length;
  const largest = loaded
    .toSorted((one, other) => other.bodyBytes - one.bodyBytes)
    .slice(0, LARGEST_SHOWN);
  return {
    requests: loaded.length,
    scripts,
    bodyBytes: loaded.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0),
    headBytes: loaded.reduce((sum, { headBytes }) => sum + headBytes, 0),
    bodyBytesByType,
    largest: Object.fromEntries(largest.map(({ url, bodyBytes }) => [url, bodyBytes])),
  };
}
