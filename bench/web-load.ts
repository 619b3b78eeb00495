// The trading screen for some minutes, with every symbol moving four times per second, 200 open
// positions, and one or four charts: the load of its main thread, the evenness of its frames, and
// whether its memory grows.
import { MINUTE_MS } from '@halyard/core/time';
import type { CDPSession, Page } from 'playwright-core';
import { percentile, rounded, type Report } from './report.ts';
import { withBrowser, type Site } from './web-browser.ts';
import { awaitPlatform } from './web-sizes.ts';

const SETTLE_MS = 5_000;

type Minute = {
  readonly busyShare: number;
  readonly frameMs: readonly number[];
  readonly longTasksMs: readonly number[];
};

/** The contents of four charts: four symbols, each with an indicator. */
const CELLS = ['BTCUSD', 'ETHUSD', 'EURUSD', 'XAUUSD'].map((symbol, at) => ({
  symbol,
  timeframe: (['1m', '15m', '1h', '4h'] as const)[at],
  indicators: [{ name: 'MA', periods: [5, 20] }],
}));

type Load = { readonly charts: 1 | 4; readonly minutes: number };

export async function measureLoad(site: Site, { charts, minutes }: Load, report: Report) {
  await saveCharts(site, charts);
  return await withBrowser(site, { isSignedIn: true }, async (context) => {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    // The processor time of the main thread, which other programs don't affect.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(`${site.url}/platform/BTCUSD`);
    await awaitPlatform(page);
    await page
      .getByRole('application')
      .nth(charts - 1)
      .waitFor();
    await page.waitForTimeout(Math.min(SETTLE_MS, minutes * MINUTE_MS));
    await watch(page);
    const measured: Minute[] = [];
    let firstHeapBytes = 0;
    for (let minute = 1; minute <= Math.ceil(minutes); minute += 1) {
      report.say(`load with ${charts} charts: minute ${minute} of ${minutes}`);
      const lengthMs = Math.min(1, minutes) * MINUTE_MS;
      measured.push(await measureMinute(page, session, lengthMs));
      if (minute === 1) firstHeapBytes = await settledHeapBytes(session);
    }
    const lastHeapBytes = await settledHeapBytes(session);
    const rows = page.getByRole('tabpanel', { name: 'Positions', exact: true });
    return {
      minutes,
      charts: await page.getByRole('application').count(),
      positionRows: (await rows.getByRole('row').count()) - 1,
      ...sumUp(measured),
      heap: { firstHeapBytes, lastHeapBytes, ratio: rounded(lastHeapBytes / firstHeapBytes, 4) },
    };
  });
}

/** Stores the layout before the page is opened, because the page reads it at the start. */
async function saveCharts({ url, token }: Site, charts: Load['charts']): Promise<void> {
  const layout = {
    px: { left: 300, right: 300, bottom: 240 },
    folded: [],
    chartCount: charts,
    charts: charts === 1 ? [] : CELLS,
    tables: {},
  };
  const reply = await fetch(`${url}/api/accounts/workspace/save`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ layout }),
  });
  if (!reply.ok) throw new Error(`the layout was not saved: ${await reply.text()}`);
}

declare global {
  var benchFrames: number[];
  var benchLongTasks: number[];
}

async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.benchFrames = [];
    globalThis.benchLongTasks = [];
    let beforeMs = performance.now();
    const note = (atMs: number): void => {
      globalThis.benchFrames.push(atMs - beforeMs);
      beforeMs = atMs;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.benchLongTasks.push(duration);
    }).observe({ type: 'longtask' });
  });
}

/** Forced garbage collections happen between the minutes, so that they are not counted. */
async function measureMinute(page: Page, session: CDPSession, lengthMs: number): Promise<Minute> {
  await page.evaluate(() => {
    globalThis.benchFrames = [];
    globalThis.benchLongTasks = [];
  });
  const beforeSeconds = await taskSeconds(session);
  const startedMs = performance.now();
  await page.waitForTimeout(lengthMs);
  const afterSeconds = await taskSeconds(session);
  const busyShare = (afterSeconds - beforeSeconds) / ((performance.now() - startedMs) / 1_000);
  const { frameMs, longTasksMs } = await page.evaluate(() => ({
    // Drops the first frame, which began before the minute.
    frameMs: globalThis.benchFrames.slice(1),
    longTasksMs: globalThis.benchLongTasks,
  }));
  return { busyShare, frameMs, longTasksMs };
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

async function settledHeapBytes(session: CDPSession): Promise<number> {
  // Collects twice, because the first collection finalises objects that only the second one frees.
  for (let count = 0; count < 2; count += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

function sumUp(minutes: readonly Minute[]) {
  const frames = Float64Array.from(minutes.flatMap(({ frameMs }) => frameMs));
  const busy = minutes.map(({ busyShare }) => busyShare);
  const longTasks = minutes.map(({ longTasksMs }) => longTasksMs.length);
  return {
    busyShare: {
      mean: rounded(busy.reduce((sum, share) => sum + share, 0) / busy.length),
      most: rounded(Math.max(...busy)),
    },
    frames: {
      count: frames.length,
      p50Ms: rounded(percentile(frames, 0.5)),
      p95Ms: rounded(percentile(frames, 0.95)),
      maxMs: rounded(percentile(frames, 1)),
    },
    longTasks: {
      perMinute: longTasks,
      longestMs: Math.max(0, ...minutes.flatMap(({ longTasksMs }) => longTasksMs)),
    },
  };
}
