const BEARER = /^Bearer ([\w-]{1,128})$/i;

/** Returns the key in an Authorization header; undefined without one. */
export function readKey(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}
