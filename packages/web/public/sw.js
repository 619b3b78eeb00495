// The service worker: shows notifications that arrive while no page is open, and a page that says so
// when there is no connection. It stores that page alone: prices, orders and account data always come
// from the server.

/**
 * The parts of the worker's scope that are used here; the types of pages lack them.
 * @typedef {Event & { waitUntil(work: Promise<unknown>): void }} WorkerEvent
 * @typedef {WorkerEvent & { request: Request, respondWith(answer: Promise<Response>): void }} FetchEvent
 * @typedef {WorkerEvent & { data: { json(): unknown } | null }} PushEvent
 * @typedef {WorkerEvent & { notification: Notification }} ClickEvent
 * @typedef {{ url: string, focus(): Promise<unknown>, navigate(path: string): Promise<unknown> }} OpenWindow
 * @typedef {{
 *   addEventListener(name: 'install' | 'activate', listener: (event: WorkerEvent) => void): void,
 *   addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void,
 *   addEventListener(name: 'push', listener: (event: PushEvent) => void): void,
 *   addEventListener(name: 'notificationclick', listener: (event: ClickEvent) => void): void,
 *   registration: ServiceWorkerRegistration,
 *   skipWaiting(): Promise<void>,
 *   clients: {
 *     claim(): Promise<void>,
 *     matchAll(filter: { type: 'window' }): Promise<OpenWindow[]>,
 *     openWindow(path: string): Promise<unknown>,
 *   },
 * }} WorkerScope
 * @typedef {{ title: string, body: string, tag: string, page: unknown }} Message
 */
(() => {
  const CACHE = 'halyard-offline-1';
  const OFFLINE_PAGE = '/offline.html';
  const STORED = [OFFLINE_PAGE, '/offline.js', '/boot.js', '/favicon.svg'];
  /** Paths that this worker does not handle: they show their own errors. */
  const OTHERS = /^\/(api|backoffice|developers|docs|health)(\/|$)/;
  /**
   * Pages of other parts of the site, which a notification of the live account does not replace.
   */
  const NOT_LIVE = /^\/(practice|backoffice|developers|docs)(\/|$)/;
  const ICON = '/icons/icon-192.png';
  const BADGE = '/icons/badge-96.png';

  const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis));

  worker.addEventListener('install', (event) => event.waitUntil(install()));
  worker.addEventListener('activate', (event) => event.waitUntil(activate()));

  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== location.origin) return;
    const isPage = request.mode === 'navigate' && !OTHERS.test(pathname);
    if (!isPage && !STORED.includes(pathname)) return;
    event.respondWith(fetch(request).catch(() => find(isPage ? OFFLINE_PAGE : pathname)));
  });

  worker.addEventListener('push', (event) => {
    const message = readMessage(event.data);
    if (message === undefined) return;
    const { title, body, page, tag } = message;
    const options = { body, tag, icon: ICON, badge: BADGE, data: { page } };
    event.waitUntil(worker.registration.showNotification(title, options));
  });

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const data = /** @type {{ page?: unknown } | null} */ (event.notification.data);
    event.waitUntil(show(pathOf(data?.page)));
  });

  async function install() {
    const cache = await caches.open(CACHE);
    await cache.addAll(STORED);
    await worker.skipWaiting();
  }

  async function activate() {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
    await worker.clients.claim();
  }

  /** @param {string} path */
  async function find(path) {
    return (await caches.match(path)) ?? Response.error();
  }

  /**
   * The push service delivers only what the server has encrypted; another version of it may send
   * something else.
   * @param {PushEvent['data']} data
   */
  function readMessage(data) {
    try {
      const message = /** @type {Message} */ (data?.json());
      const texts = [message.title, message.body, message.tag];
      return texts.every((text) => typeof text === 'string') ? message : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Returns a path of this site, whatever the message says.
   * @param {unknown} page
   */
  function pathOf(page) {
    return typeof page === 'string' && /^\/(?![/\\])/.test(page) ? page : '/';
  }

  /**
   * Shows a page in an open window of the live account, or in a new one.
   * @param {string} path
   */
  async function show(path) {
    const windows = await worker.clients.matchAll({ type: 'window' });
    const shown = windows.find(({ url }) => !NOT_LIVE.test(new URL(url).pathname));
    if (shown === undefined) {
      await worker.clients.openWindow(path);
      return;
    }
    await shown.focus();
    await shown.navigate(path).catch(() => worker.clients.openWindow(path));
  }
})();
