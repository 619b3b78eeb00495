import { getReadiness } from '@halyard/contract/config';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from './api.ts';
import { connection, type Connection } from './connection.ts';
import { queryClient } from './query.ts';

const PROBE_EVERY_MS = 5_000;

/**
 * Whether the server responds. While it does not, it is polled until it does; then all data on the
 * page is reloaded.
 */
export function useConnection(): Connection {
  const state = useSyncExternalStore(connection.subscribe, connection.current);
  useEffect(() => {
    if (state === 'answering') return undefined;
    const probe = setInterval(() => {
      void call(getReadiness, {}, { background: true, timeoutMs: PROBE_EVERY_MS });
    }, PROBE_EVERY_MS);
    return () => {
      clearInterval(probe);
      // Requests in progress, such as older rows of a list, continue.
      void queryClient.invalidateQueries({}, { cancelRefetch: false });
    };
  }, [state]);
  return state;
}
