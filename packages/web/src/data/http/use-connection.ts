import { getReadiness } from '@halyard/contract/config';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from './api.ts';
import { connection, type Connection } from './connection.ts';
import { queryClient } from './query.ts';

const PROBE_EVERY_MS = 5_000;

/**
 * Whether the server answers. While it does not, it is asked until it does, and then everything
 * on the page is loaded anew.
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
      // What is being asked already, such as a list's older rows, goes on.
      void queryClient.invalidateQueries({}, { cancelRefetch: false });
    };
  }, [state]);
  return state;
}
