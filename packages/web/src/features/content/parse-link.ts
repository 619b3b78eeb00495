// Validates links and images of pages.

const OUTSIDE = /^(https:\/\/|mailto:|tel:)[^\s\\]+$/i;
/** The pattern of links within this site; browsers read `/\` as `//`. */
const INSIDE = /^(\/(?![/\\])|#)[^\s\\]*$/;
const PICTURE = /^\/?(?![/\\])[\w./%@-]+$/;

export type ParsedLink = { readonly url: string; readonly isInside: boolean };

/** Parses a link; undefined for a forbidden address. */
export function parseLink(text: string): ParsedLink | undefined {
  const url = text.trim();
  if (INSIDE.test(url)) return { url, isInside: true };
  return OUTSIDE.test(url) ? { url, isInside: false } : undefined;
}

/** The URL of an image on this site; undefined for external ones. */
export function parsePicture(path: string): string | undefined {
  if (!PICTURE.test(path)) return undefined;
  return path.startsWith('/') ? path : `/${path}`;
}
