// The browser's calls to the server, with the session's bearer token.
import { onPractice } from '@halyard/contract/practice/practice-paths';
import { solveWork } from './browser-check.ts';
import { createCall, type Call } from './call.ts';
import type { Client } from './client-info.ts';
import { noteResult } from './connection.ts';
import { IS_PRACTICE } from '../auth/account-kind.ts';
import { session } from '../auth/session.ts';
import { browserStore } from '../storage/text-store.ts';

const callRoute = createCall({
  fetch: (input, init) => window.fetch(input, init),
  token: session.current,
  solveWork,
  onResult(result, sentToken) {
    noteResult(result);
    const ended = result.kind === 'refusal' && result.code === 'session-ended';
    // A reply to an older session's call must not end the current session.
    if (ended && sentToken !== undefined && sentToken === session.current()) session.end('ended');
  },
});

/**
 * Calls a route of the contract, on the account that this page shows; never throws for an error reply
 * or a lost connection.
 */
export const call: Call = async (route, input, options) =>
  await callRoute(IS_PRACTICE ? onPractice(route) : route, input, options);

/**
 * Returns a call with the token of a session that has ended here; it completes even while the page
 * unloads.
 */
export function callLastly(token: string | undefined): Call {
  return createCall({
    fetch: (input, init) => window.fetch(input, { ...init, keepalive: true }),
    token: () => token,
    solveWork,
    onResult: noteResult,
  });
}

/** This browser's client for location and its cache. */
export const browserClient: Client = { call, store: browserStore, now: () => Date.now() };
