// The reply to ListObjectsV2. Keys of this program need no escapes, so that no XML parser is needed.

export type ListedObject = { readonly key: string; readonly modifiedAtMs: number };

export function readPage(xml: string): {
  readonly objects: readonly ListedObject[];
  /** The token of the next page; undefined if this is the last one. */
  readonly next: string | undefined;
} {
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: unescape(valueOf(entry, 'Key')),
    modifiedAtMs: Date.parse(valueOf(entry, 'LastModified')),
  }));
  const isCut = valueOf(xml, 'IsTruncated') === 'true';
  return { objects, next: isCut ? unescape(valueOf(xml, 'NextContinuationToken')) : undefined };
}

function valueOf(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
