// Converts a Cockpit's replies in a worker thread, because they can have megabytes of any shape.
import { toContentBytes } from '../content-bytes.ts';
import type { ContentBytes } from '../content-bytes.ts';
import type { Model } from '../model.ts';
import { toBounded } from '../content-bounds.ts';
import { readCollection, readSingleton } from './read-answers.ts';

/** A reply as JSON; undefined for what Cockpit does not have. */
type Answer = readonly [name: string, json: Uint8Array | undefined];

export type CockpitAnswers = {
  /** Origin and folder of the Cockpit, without a trailing slash. */
  readonly url: string;
  readonly collections: readonly Answer[];
  readonly singletons: readonly Answer[];
  readonly forms: readonly Model[];
};

export function run({ url, collections, singletons, forms }: CockpitAnswers): ContentBytes {
  const read = (name: string, json: Uint8Array | undefined): unknown =>
    json === undefined ? undefined : parse(name, withOwnUploads(json, url));
  const listed = collections.map(([name, json]) => readCollection(name, read(name, json)));
  const single = singletons.map(([name, json]) => readSingleton(name, read(name, json)));
  const collectionsFound = listed.filter((one) => one !== undefined);
  const singletonsFound = single.filter((one) => one !== undefined);
  // A wrong address has no collections either, and that must not empty the site.
  if (collectionsFound.length + singletonsFound.length === 0) {
    throw new Error(
      'Cockpit has none of the collections and singletons in CMS_COLLECTIONS and CMS_SINGLETONS',
    );
  }
  return toContentBytes({
    collections: new Map(
      collectionsFound.map(({ model, entries }) => [
        model.name,
        { model, entries: entries.map(toBounded) },
      ]),
    ),
    singletons: new Map(
      singletonsFound.map(({ model, data }) => [
        model.name,
        { model, data: data && toBounded(data) },
      ]),
    ),
    forms: new Map(forms.map((form) => [form.name, form])),
  });
}

/**
 * Rewrites upload addresses to this site, because the browser would block images of other sites.
 */
function withOwnUploads(json: Uint8Array, url: string): string {
  const address = url.replace(/^https?:/, '');
  // Both forms are replaced, because PHP escapes slashes with a backslash.
  return ['/', '\\/'].reduce((text, slash) => {
    const folder = `${address}/storage/`.replaceAll('/', slash);
    const own = `${slash}storage${slash}`;
    return text.replaceAll(`https:${folder}`, own).replaceAll(`http:${folder}`, own);
  }, new TextDecoder().decode(json));
}

function parse(name: string, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // A message of our own, because the parser's error would quote the reply.
    throw new Error(`Cockpit answered ${name} with invalid JSON`);
  }
}
