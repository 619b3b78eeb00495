// The signed-in member of staff, and calls with a staff bearer token.
import type { Route } from '@halyard/contract/route';
import { solveWork } from '../http/browser-check.ts';
import {
  createCall,
  createDownload,
  type CallEnvironment,
  type CallOptions,
  type CallResult,
  type LooseInput,
} from '../http/call.ts';
import { createSessionStore } from './session-store.ts';
import { tabStore } from '../storage/text-store.ts';

/** Stored only in this tab, because it gives access to many accounts; it ends with the tab. */
export const staffSession = createSessionStore(tabStore);

const environment: CallEnvironment = {
  fetch: (input, init) => window.fetch(input, init),
  token: staffSession.current,
  language: () => document.documentElement.lang,
  solveWork,
  onResult(result, sentToken) {
    const ended = result.kind === 'refusal' && result.code === 'session-ended';
    const isOfThisSession = sentToken !== undefined && sentToken === staffSession.current();
    if (ended && isOfThisSession) staffSession.end('ended');
  },
};

export const staffCall = createCall(environment);
export const staffDownload = createDownload(environment);

/** Calls a route whose types are not known at compile time. */
export async function callDeclared(
  route: Route,
  input: LooseInput,
  options?: CallOptions,
): Promise<CallResult<unknown>> {
  // The cast is safe: the route's schemas validate input and reply, here and on the server.
  return await staffCall(route, input as Parameters<typeof staffCall>[1], options);
}
