// What an idle trading page receives while every symbol moves four times per second, compared with
// the quotes of all symbols over the same time.
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { CDPSession, Page } from 'playwright-core';
import { rounded, type Report } from './report.ts';
import { withBrowser, type Site } from './web-browser.ts';
import { awaitPlatform } from './web-sizes.ts';

/** By then, symbols that have left the screen are no longer watched. */
const SETTLE_MS = 8_000;
const BYTES_PER_KB = 1_000;

export async function measureRest(site: Site, minutes: number, report: Report) {
  const visitor = { url: site.url, token: site.restingToken };
  return await withBrowser(visitor, { isSignedIn: true }, async (context) => {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const received = await countReceived(session);
    await page.goto(`${site.url}/platform/BTCUSD`);
    await awaitPlatform(page);
    await page.waitForTimeout(SETTLE_MS);
    const lengthMs = Math.max(SECOND_MS, minutes * MINUTE_MS);
    report.say(`rest: ${lengthMs / SECOND_MS} s`);
    await followBook(page);
    const startedMs = performance.now();
    received.restart();
    const bookBytes = await page.evaluate(bookBytesWithin, lengthMs);
    const seconds = (performance.now() - startedMs) / SECOND_MS;
    const { frames, replies, messages } = received;
    // A socket of this page followed all symbols, so its frames are among those counted.
    const own = frames - bookBytes;
    const perSecond = (bytes: number): number => rounded(bytes / seconds / BYTES_PER_KB);
    const rows = page.getByRole('tabpanel', { name: 'Positions', exact: true }).getByRole('row');
    return {
      seconds: rounded(seconds),
      positionRows: (await rows.count()) - 1,
      kilobytesPerSecond: perSecond(own + replies),
      liveKilobytesPerSecond: perSecond(own),
      liveMessagesPerSecond: rounded(messages / seconds),
      wholeBookKilobytesPerSecond: perSecond(bookBytes),
    };
  });
}

type Received = { frames: number; replies: number; messages: number; restart(): void };

async function countReceived(session: CDPSession): Promise<Received> {
  const received: Received = {
    frames: 0,
    replies: 0,
    messages: 0,
    restart() {
      [received.frames, received.replies, received.messages] = [0, 0, 0];
    },
  };
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    received.frames += response.payloadData.length;
    received.messages += 1;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received.replies += encodedDataLength;
  });
  await session.send('Network.enable');
  return received;
}

declare global {
  var benchBook: WebSocket;
  var benchBookBytes: number;
}

/** Follows all symbols on a separate socket, as a client that does not watch any. */
async function followBook(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const address = `${location.origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(address);
    globalThis.benchBook = socket;
    globalThis.benchBookBytes = 0;
    await new Promise<void>((resolve) => {
      socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
        globalThis.benchBookBytes += data.length;
        if (data.startsWith('0')) socket.send('40/prices,');
        if (data === '2') socket.send('3');
        if (data.startsWith('42/prices,')) resolve();
      });
    });
  });
}

/** Runs inside the page. */
async function bookBytesWithin(lengthMs: number): Promise<number> {
  globalThis.benchBookBytes = 0;
  await new Promise((resolve) => {
    setTimeout(resolve, lengthMs);
  });
  const bytes = globalThis.benchBookBytes;
  globalThis.benchBook.close();
  return bytes;
}
