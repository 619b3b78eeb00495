import { isLoopbackHost } from '#platform/http/http.ts';

/** Returns whether only this machine reaches an embedded database: a trial installation. */
export function isTrial(variables: {
  readonly DATABASE_URL?: string | undefined;
  readonly HOST: string;
  readonly PUBLIC_URL?: string | undefined;
}): boolean {
  const { DATABASE_URL, HOST, PUBLIC_URL } = variables;
  const hosts = PUBLIC_URL === undefined ? [HOST] : [HOST, new URL(PUBLIC_URL).hostname];
  return DATABASE_URL === undefined && hosts.every(isLoopbackHost);
}
