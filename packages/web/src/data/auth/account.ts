// The signed-in customer, and how a session starts and ends.
import { getAccount, logout, type Session, type User } from '@halyard/contract/accounts';
import { callLastly } from '../http/api.ts';
import { queryClient, routeKey, useStartQuery } from '../http/query.ts';
import { writeActivity } from './activity.ts';
import { whenLetGo } from './session-hold.ts';
import { isViewing, session } from './session.ts';
import { endSubscription } from '../push/push-subscription.ts';
import { browserStore } from '../storage/text-store.ts';

/** The signed-in customer; undefined while loading. Only below the guard of private pages. */
export function useAccount(): User | undefined {
  return useStartQuery(getAccount, {}).data?.user;
}

/** Signs in with the server's reply to a sign-in or sign-up. */
export function beginSession(answer: Session): void {
  writeActivity(browserStore, Date.now());
  // Starting a session clears the previous session's data, so the account is stored afterwards.
  session.begin(answer.access_token);
  queryClient.setQueryData(routeKey(getAccount, {}), answer);
}

/** Reloads the signed-in customer, if there is one. */
export function reloadAccount(): void {
  void queryClient.invalidateQueries({ queryKey: routeKey(getAccount, {}) });
}

/** Stores the customer as the server returned it. */
export function putUser(user: User): void {
  queryClient.setQueryData<Session>(routeKey(getAccount, {}), (known) =>
    known === undefined ? undefined : { ...known, user },
  );
}

/**
 * Signs out here and in the other tabs at once, then notifies the server; if it can't be reached,
 * the session expires.
 */
export function signOut(reason: 'signed-out' | 'idle'): void {
  const token = session.current();
  session.end(reason);
  const body = reason === 'idle' ? { idle: true } : {};
  void whenLetGo(navigator.locks, window).then(() => callLastly(token)(logout, { body }));
  if (reason === 'signed-out' && !isViewing) void endSubscription();
}
