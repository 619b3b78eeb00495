// Single sign-on of staff: the browser goes to the provider, and returns to SIGN_ON_PATH.
import {
  finishSignOn,
  SIGN_ON_PATH,
  startSignOn,
} from '@halyard/contract/backoffice/single-sign-on';
import type { StaffSession } from '@halyard/contract/backoffice/sign-in';
import type { CallResult } from '../http/call.ts';
import { KEYS, tabStore } from '../storage/text-store.ts';
import { staffCall } from './staff.ts';

const HOME = '/backoffice';

type Left = { readonly secret: string; readonly path: string };

export type SignOnReturn = {
  /** The page that the member wanted to open. */
  readonly path: string;
  readonly result: Promise<CallResult<StaffSession>>;
};

/** Goes to the provider; `path` is the page to return to. */
export async function leaveForProvider(
  path: string,
  leave: (url: string) => void,
): Promise<CallResult<unknown>> {
  const result = await staffCall(startSignOn, { body: {} });
  if (result.kind !== 'data') return result;
  const left: Left = { secret: result.data.secret, path };
  // Only this tab stores the secret, so that a link from somebody else can't sign anybody in.
  tabStore.write(KEYS.signOn, JSON.stringify(left));
  leave(result.data.url);
  return result;
}

/**
 * Finishes the sign-in if the provider sent the browser back to this address; works once. In a tab
 * that started none the server rejects it.
 */
export function returnFromProvider(location: {
  readonly pathname: string;
  readonly search: string;
}): SignOnReturn | undefined {
  if (location.pathname !== SIGN_ON_PATH) return undefined;
  const left = readLeft(tabStore.read(KEYS.signOn));
  tabStore.remove(KEYS.signOn);
  const body = { secret: left?.secret ?? '', response: location.search };
  return { path: left?.path ?? HOME, result: staffCall(finishSignOn, { body }) };
}

function readLeft(text: string | undefined): Left | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Left);
  } catch {
    return undefined;
  }
}
