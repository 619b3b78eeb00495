// Who sent the visitor here: the referral code and the first page, each kept once and for good.
// They are told to the server when an account is opened.
import { findPagePath } from '@halyard/contract/pages';
import { parseJson } from '../http/parse-json.ts';
import { KEYS, type TextStore } from './text-store.ts';

const REF_LENGTH_MAX = 64;
const PATH_LENGTH_MAX = 200;

export type Attribution = { readonly ref?: string; readonly sourcePage?: string };

/** What was kept on the first visit, and of later ones the first that brought a code. */
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

/** Notes an arrival at an address; what is already kept stays. */
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

/** The code of a link that was mailed opens an account, and this is shown to affiliates. */
function withoutCode(path: string): string {
  const page = findPagePath(path);
  return page?.endsWith('/{code}') === true ? page.replace('/{code}', '') : path;
}
