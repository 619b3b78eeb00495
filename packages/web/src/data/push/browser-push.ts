// The push subscription of this browser. It belongs to the customer who is signed in here.

import { findSubscription } from './push-subscription.ts';

const WORKER = '/sw.js';
const KEYS = ['p256dh', 'auth'] as const;

/** Why this browser can't receive notifications. */
export type PushObstacle = 'insecure' | 'home-screen' | 'unsupported' | 'blocked';
/** Why subscribing failed. */
export type SubscribeFailure = 'blocked' | 'dismissed' | 'failed';

export type Subscribed = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
};

/** Returns what prevents this browser from receiving notifications; undefined if nothing does. */
export function findObstacle(): PushObstacle | undefined {
  if (!window.isSecureContext) return 'insecure';
  const isSupported =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  // Safari on iPhones and iPads offers push only to sites on the home screen.
  if (!isSupported) return /iPhone|iPad/.test(navigator.userAgent) ? 'home-screen' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : undefined;
}

/** Registers the service worker; undefined where the browser has none. */
export async function startWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return await navigator.serviceWorker.register(WORKER).catch(() => undefined);
}

/** Returns the address of this browser's subscription, if it has one. */
export async function findEndpoint(): Promise<string | undefined> {
  return (await findSubscription())?.endpoint;
}

/** Asks for permission where needed, and subscribes with the server's key. */
export async function subscribe(publicKey: string): Promise<Subscribed | SubscribeFailure> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'blocked';
  if (permission !== 'granted') return 'dismissed';
  try {
    await startWorker();
    const { pushManager } = await navigator.serviceWorker.ready;
    // A subscription made with another installation's key would receive nothing from this one.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
    const { keys = {} } = made.toJSON();
    const [p256dh, auth] = KEYS.map((name) => keys[name]);
    if (p256dh === undefined || auth === undefined) return 'failed';
    return { endpoint: made.endpoint, p256dh, auth };
  } catch {
    return 'failed';
  }
}
