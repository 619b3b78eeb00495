// A push notification with every page closed, and the page without a connection. A headless Chromium
// has no push service, so that the way from the server to the screen is proved in two halves that
// share the message:
//
// 1. The server's half: a subscription made by the test at a push service of the testkit. What arrives
//    there is signed by RFC 8292 and decrypted by RFC 8291, as the browser would.
//
// 2. The browser's half: DevTools hand the decrypted message to Chromium's own push handling
//    (`ServiceWorker.deliverPushMessage`), which runs the service worker. A headless shell permits no
//    notification, so that there the test reads what the worker asks to show; a whole Chromium
//    (`CHROME_PATH`) shows it.
import { expect, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { startPushService } from '@halyard/testkit';
import { findViolations } from '../../support/axe.ts';
import { post } from '../../support/customer.ts';
import { forgive, haveSession, test } from '../../support/halyard.ts';
import { priceOf } from '../../support/platform.ts';
import { EXTENDED } from '../../support/extended.ts';

test.use({ feed: 'staged', serviceWorkers: 'allow' });

test(
  'shows push notifications while no page is open, and an offline page',
  EXTENDED,
  async ({ page, context, halyard, trader, problems }) => {
    await haveSession(context, halyard.url, trader.token);
    await context.grantPermissions(['notifications'], { origin: halyard.url });
    const { url } = halyard;
    const { token } = trader;
    const service = await startPushService();
    const { public_key: key } = await post<{ public_key: string }>(url, 'accounts/push', { token });
    const { endpoint, p256dh, auth, received } = service.subscribe(key);

    await page.goto('/notifications');
    const card = page.getByRole('region', { name: 'Push notifications' });
    // A full Chromium asks its push service, which does not exist here; a headless shell permits no
    // notifications.
    const permission = await page.evaluate(() => Notification.permission);
    if (permission === 'granted') {
      await card.getByRole('button', { name: 'Enable on this device' }).click();
      await expect(card.getByText(/couldn't reach its push service/)).toBeVisible();
      forgive(problems, /does not support the Push API in incognito mode/);
    } else {
      await expect(card.getByText(/are blocked in this browser/)).toBeVisible();
    }
    await post(url, 'accounts/push/save', { token, endpoint, p256dh, auth });
    await page.reload();
    await card.getByRole('button', { name: /^Send test to / }).click();
    await expect(page.getByText('Test notification sent')).toBeVisible();
    await expect(card.getByRole('listitem')).toContainText('last delivered');
    expect(received).toHaveLength(1);
    expect(await findViolations(page)).toEqual([]);

    await page.goto('/platform/ETHUSD');
    const near = Math.round(await priceOf(page, 'Sell')) + 3;
    const { devTools, registrationId } = await holdWorker(context, page, halyard.url);
    // The only tab is now empty; it keeps the connection of DevTools.
    expect(context.pages().map((one) => one.url())).toEqual(['about:blank']);
    const alert = { symbol: 'ETHUSD', side: 'sell', rate: String(near) };
    await post(url, 'accounts/priceAlerts/create', { token, ...alert });
    await expect.poll(() => received.length).toBe(2);
    const data = received[1]?.text ?? '';
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await worker.evaluate(recordNotifications);
    await devTools.send('ServiceWorker.deliverPushMessage', {
      origin: halyard.url,
      registrationId,
      data,
    });
    const notification = {
      title: expect.stringMatching(/^Price alert: ETHUSD at [\d,]+\.\d\d$/),
      body: expect.stringContaining('ETHUSD'),
    };
    await expect
      .poll(() => worker.evaluate(() => (self as unknown as Recorder).asked))
      .toEqual([{ ...notification, data: { page: '/platform' } }]);
    if (permission === 'granted') {
      const listed = async () =>
        await worker.evaluate(async () => {
          const { registration } = self as unknown as Recorder;
          const notifications = await registration.getNotifications();
          return notifications.map(({ title, body }) => ({ title, body }));
        });
      await expect.poll(listed).toEqual([notification]);
    }

    // The page also recovers in a browser that reports `online` too early or not at all.
    await page.addInitScript(() => {
      addEventListener('online', (event) => event.stopImmediatePropagation());
    });
    await context.setOffline(true);
    await page.goto('/platform/ETHUSD');
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    expect(await storedPaths(page)).toEqual([
      '/boot.js',
      '/favicon.svg',
      '/offline.html',
      '/offline.js',
    ]);
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'ETHUSD', level: 1 })).toBeAttached();
    await service.close();
  },
);

type Recorder = {
  readonly registration: ServiceWorkerRegistration;
  asked: { title: string; body: string | undefined; data: unknown }[];
};

/** Runs in the service worker: records the notifications that it asks the browser to show. */
function recordNotifications(): void {
  const recorder = self as unknown as Recorder;
  const { registration } = recorder;
  const show = registration.showNotification.bind(registration);
  recorder.asked = [];
  registration.showNotification = async (title, options) => {
    recorder.asked.push({ title, body: options?.body, data: options?.data });
    await show(title, options);
  };
}

/** Leaves the site, and keeps a connection through which a push message can be delivered. */
async function holdWorker(
  context: BrowserContext,
  page: Page,
  origin: string,
): Promise<{ readonly devTools: CDPSession; readonly registrationId: string }> {
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await page.goto('about:blank');
  return { devTools, registrationId };
}

/** Returns everything that the service worker has cached. */
async function storedPaths(page: Page): Promise<readonly string[]> {
  return await page.evaluate(async () => {
    const caches = await Promise.all(
      (await window.caches.keys()).map(async (name) => await window.caches.open(name)),
    );
    const requests = await Promise.all(caches.map(async (cache) => await cache.keys()));
    return requests
      .flat()
      .map(({ url }) => new URL(url).pathname)
      .toSorted();
  });
}
