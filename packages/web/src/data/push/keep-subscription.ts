import { keepPushDevice } from '@halyard/contract/web-push/web-push';
import { useEffect } from 'react';
import { isViewing } from '../auth/session.ts';
import { call } from '../http/api.ts';
import { findEndpoint, startWorker } from './browser-push.ts';
import { endSubscription } from './push-subscription.ts';

/**
 * Starts the service worker for a signed-in customer, and binds the browser's subscription to the
 * new session. A subscription of another customer ends, because the signed-in customer must not see
 * that customer's notifications.
 */
export function useKeptSubscription(): void {
  useEffect(() => {
    if (!isViewing) void keep();
  }, []);
}

async function keep(): Promise<void> {
  await startWorker();
  const endpoint = await findEndpoint();
  if (endpoint === undefined) return;
  const result = await call(keepPushDevice, { body: { endpoint } }, { background: true });
  if (result.kind === 'data' && result.data.id === null) await endSubscription();
}
