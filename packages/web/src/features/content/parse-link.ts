// Where a page may lead, and what pictures it may show.

const OUTSIDE = /^(https:\/\/|mailto:|tel:)[^\s\\]+$/i;
/** Browsers read `/\` as `//`. */
const INSIDE = /^(\/(?![/\\])|#)[^\s\\]*$/;
const PICTURE = /^\/?(?![/\\])[\w./%@-]+$/;

export type ParsedLink = { readonly url: string; readonly isInside: boolean };

/** Undefined for an address that nobody is sent to. */
export function parseLink(text: string): ParsedLink | undefined {
  const url = text.trim();
  if (INSIDE.test(url)) return { url, isInside: true };
  return OUTSIDE.test(url) ? { url, isInside: false } : undefined;
}

/** The address of a picture of this site; undefined for one from elsewhere. */
export function parsePicture(path: string): string | undefined {
  if (!PICTURE.test(path)) return undefined;
  return path.startsWith('/') ? path : `/${path}`;
}
