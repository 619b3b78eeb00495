// New notifications as they come, instead of asking for them. The trading screen's connection hears
// them; on every other page there is one of its own.
import { type NotificationPush, POSITIONS_NAMESPACE } from '@halyard/contract/live';
import { listNotifications } from '@halyard/contract/notices';
import { useEffect, useSyncExternalStore } from 'react';
import type { KeptSocket } from './live-socket.ts';
import { createSubject } from '../http/observable.ts';
import { reload } from '../http/query.ts';
import { session } from '../auth/session.ts';

/** A trading screen that is on its way has opened its connection by then. */
const OPEN_AFTER_MS = 2_000;

const onScreen = createSubject(false);

/** The trading screen says whether it listens. */
export function noteScreenFeed(isOpen: boolean): void {
  onScreen.set(isOpen);
}

const listeners = new Set<(push: NotificationPush) => void>();

/** There is a new notification, or there may have been one. */
export function noteNotification(push?: NotificationPush): void {
  void reload(listNotifications);
  if (push !== undefined) for (const listener of listeners) listener(push);
}

/** Hears of each new one on whichever page; gives the end of listening. */
export function onNotification(listener: (push: NotificationPush) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Hears of the session's notifications for as long as the component is there. */
export function useNoticeFeed(token: string): void {
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
  // Its code is as large as all of a page's own, so that pages do not wait for it.
  const { keepSocket } = await import('./live-socket.ts');
  if (gone.aborted) return undefined;
  const feed = keepSocket(POSITIONS_NAMESPACE, token, {
    // What came while there was no connection.
    onConnect: () => noteNotification(),
    onDisconnect: () => undefined,
    onSessionEnded() {
      if (session.current() === token) session.end('ended');
    },
  });
  feed.socket.on('notification', noteNotification);
  return feed;
}
