// New notifications by push instead of polling. The trading screen's connection receives them;
// other pages have one of their own.
import { type NotificationPush, POSITIONS_NAMESPACE } from '@halyard/contract/live';
import { listNotifications } from '@halyard/contract/notifications';
import { useEffect, useSyncExternalStore } from 'react';
import type { KeptSocket } from './live-socket.ts';
import { createSubject } from '../http/observable.ts';
import { reload } from '../http/query.ts';
import { session } from '../auth/session.ts';

/** How long to wait for the trading screen. By then it has opened its own connection. */
const OPEN_AFTER_MS = 2_000;

const onScreen = createSubject(false);

/** Records whether the trading screen's connection listens. */
export function noteScreenFeed(isOpen: boolean): void {
  onScreen.set(isOpen);
}

const listeners = new Set<(push: NotificationPush) => void>();

/** Notifies the listeners that there is a new notification, or may be one. */
export function noteNotification(push?: NotificationPush): void {
  void reload(listNotifications);
  if (push !== undefined) for (const listener of listeners) listener(push);
}

/**
 * Calls the listener for each new notification, on any page. Returns a function that removes it.
 */
export function onNotification(listener: (push: NotificationPush) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Listens to the session's notifications while the component is mounted. */
export function useNotificationFeed(token: string): void {
  const isHeard = useSyncExternalStore(onScreen.subscribe, onScreen.current);
  useEffect(() => {
    if (isHeard) return undefined;
    let feed: KeptSocket | undefined;
    const opening = new AbortController();
    const timer = setTimeout(() => {
      void openFeed(token, opening.signal).then((opened) => {
        feed = opened;
      });
    }, OPEN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      opening.abort();
      feed?.close();
    };
  }, [token, isHeard]);
}

async function openFeed(token: string, gone: AbortSignal): Promise<KeptSocket | undefined> {
  // The socket library is loaded separately, because its code is as large as a page's own.
  const { keepSocket } = await import('./live-socket.ts');
  if (gone.aborted) return undefined;
  const feed = keepSocket(POSITIONS_NAMESPACE, token, {
    // A new connection may have missed notifications, so listeners reload.
    onConnect: () => noteNotification(),
    onDisconnect: () => undefined,
    onSessionEnded() {
      if (session.current() === token) session.end('ended');
    },
  });
  feed.socket.on('notification', noteNotification);
  return feed;
}
