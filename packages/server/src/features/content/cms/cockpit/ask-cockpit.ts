// Makes one call of Cockpit v1. The only visitor data that Cockpit receives is a validated form.
// Redirects are not followed, and replies are limited in time and size.
import { readReply } from '#platform/reply/reply.ts';

export type CockpitAddress = {
  /** The origin and folder of the Cockpit, without a trailing slash. */
  readonly url: string;
  readonly token: string;
};

const TIMEOUT_MS = 3000;
/** Cockpit's statuses for an unknown singleton, form or collection. */
const MISSING = [404, 412];

export type CockpitCall = {
  readonly path: `/api/${string}`;
  readonly body: object | undefined;
  readonly answerBytesMax: number;
};

/** Returns JSON; undefined for what Cockpit does not have. Throws if the reply is invalid. */
export async function askCockpit(
  { url, token }: CockpitAddress,
  { path, body, answerBytesMax }: CockpitCall,
): Promise<Uint8Array | undefined> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      // The token is sent in a header, because a URL would appear in the logs of every proxy.
      'cockpit-token': token,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error',
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const isJson = response.headers.get('content-type')?.includes('application/json') === true;
  if (!response.ok || !isJson) {
    await response.body?.cancel();
    if (MISSING.includes(response.status)) return undefined;
    throw new Error(`Cockpit answers ${path} with ${response.status}${isJson ? '' : ', no JSON'}`);
  }
  return await readReply(response, answerBytesMax);
}
