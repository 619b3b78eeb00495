// The signed-in customer, and how a session begins and ends.
import {
  getAccount,
  listCountries,
  logout,
  type Country,
  type Session,
  type User,
} from '@halyard/contract/accounts';
import { useEffect, useState } from 'react';
import { callLastly } from '../http/api.ts';
import { keepCountries, readCountries } from '../storage/country-cache.ts';
import { queryClient, routeKey, useStartQuery } from '../http/query.ts';
import { writeActivity } from './idle-watch.ts';
import { whenLetGo } from './session-hold.ts';
import { session } from './session.ts';
import { browserStore } from '../storage/text-store.ts';

/** The signed-in customer; undefined while loading. Only below the guard of private pages. */
export function useAccount(): User | undefined {
  return useStartQuery(getAccount, {}).data?.user;
}

/** All countries, first as this browser kept them; undefined while loading. Only below the guard of private pages. */
export function useCountries(): readonly Country[] | undefined {
  const { data } = useStartQuery(listCountries, {});
  const [kept] = useState(() => readCountries(browserStore));
  useEffect(() => {
    if (data !== undefined) keepCountries(browserStore, data);
  }, [data]);
  return data ?? kept;
}

/** Signs in with what the server answered to a sign-in or sign-up. */
export function beginSession(answer: Session): void {
  writeActivity(browserStore, Date.now());
  // Beginning drops what the session before had loaded, so the account is put there after it.
  session.begin(answer.access_token);
  queryClient.setQueryData(routeKey(getAccount, {}), answer);
}

/** Asks for the signed-in customer anew, if somebody is. */
export function reloadAccount(): void {
  void queryClient.invalidateQueries({ queryKey: routeKey(getAccount, {}) });
}

/** Notes how the customer is now, as the server answered it. */
export function putUser(user: User): void {
  queryClient.setQueryData<Session>(routeKey(getAccount, {}), (known) =>
    known === undefined ? undefined : { ...known, user },
  );
}

/**
 * Signs out here and in the other tabs at once. Then the server is told; it forgets by itself if it
 * cannot be reached.
 */
export function signOut(reason: 'signed-out' | 'idle'): void {
  const token = session.current();
  session.end(reason);
  void whenLetGo(navigator.locks, window).then(() => callLastly(token)(logout, {}));
}
