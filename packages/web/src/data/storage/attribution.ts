// The visitor's origin: referral code and first page, each stored once and sent at sign-up.
import { findPagePath } from '@halyard/contract/pages';
import { parseJson } from '../http/parse-json.ts';
import { KEYS, type TextStore } from './text-store.ts';

const REF_LENGTH_MAX = 64;
const PATH_LENGTH_MAX = 200;

export type Attribution = { readonly ref?: string; readonly sourcePage?: string };

/** Stored at the first visit, or at the first later visit with a code. */
export function readAttribution(store: TextStore): Attribution {
  const stored = parseJson(store.read(KEYS.attribution));
  if (typeof stored !== 'object' || stored === null) return {};
  return {
    ...('ref' in stored && typeof stored.ref === 'string' ? { ref: stored.ref } : {}),
    ...('sourcePage' in stored && typeof stored.sourcePage === 'string'
      ? { sourcePage: stored.sourcePage }
      : {}),
  };
}

/** Records an arrival at an address; stored values stay. */
export function noteArrival(store: TextStore, address: URL): void {
  const kept = readAttribution(store);
  const ref = address.searchParams.get('ref')?.trim().slice(0, REF_LENGTH_MAX);
  const noted: Attribution = {
    sourcePage: withoutCode(address.pathname).slice(0, PATH_LENGTH_MAX),
    ...(ref === undefined || ref === '' ? {} : { ref }),
    ...kept,
  };
  const isNew = kept.ref !== noted.ref || kept.sourcePage !== noted.sourcePage;
  if (isNew) store.write(KEYS.attribution, JSON.stringify(noted));
}

/**
 * The code of a mailed link signs in, and attributions are shown to affiliates, so such addresses
 * are not stored.
 */
function withoutCode(path: string): string {
  const page = findPagePath(path);
  return page?.endsWith('/{code}') === true ? page.replace('/{code}', '') : path;
}
