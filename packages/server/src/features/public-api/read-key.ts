const BEARER = /^Bearer ([\w-]{1,128})$/i;

/** The key of an Authorization header; undefined without one. */
export function readKey(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}
