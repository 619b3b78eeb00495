// Content as JSON in shared memory: worker threads read it without a copy, and the main thread,
// which runs the engine, neither parses nor writes it.
import { createHash } from 'node:crypto';
import type { Document, Model, Snapshot } from './model.ts';

export type ContentBytes = {
  /** A hash of the bytes: equal content has the same id. */
  readonly id: string;
  readonly bytes: Uint8Array;
};

type Written = {
  readonly collections: readonly [
    string,
    { readonly model: Model; readonly entries: readonly Document[] },
  ][];
  readonly singletons: readonly [
    string,
    { readonly model: Model; readonly data?: Document | undefined },
  ][];
  readonly forms: readonly [string, Model][];
};

export function toContentBytes(snapshot: Snapshot): ContentBytes {
  const { collections, singletons, forms } = snapshot;
  const written: Written = {
    collections: [...collections],
    singletons: [...singletons],
    forms: [...forms],
  };
  const json = Buffer.from(JSON.stringify(written));
  const bytes = new Uint8Array(new SharedArrayBuffer(json.byteLength));
  bytes.set(json);
  return { id: createHash('sha256').update(json).digest('hex'), bytes };
}

let last: { readonly id: string; readonly snapshot: Snapshot } | undefined;

/** Parses content, unless this thread parsed the same content last. */
export function readContent({ id, bytes }: ContentBytes): Snapshot {
  if (last?.id === id) return last.snapshot;
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const { collections, singletons, forms } = JSON.parse(json) as Written;
  const snapshot: Snapshot = {
    collections: new Map(collections),
    singletons: new Map(
      singletons.map(([name, { model, data }]) => [name, { model, data }] as const),
    ),
    forms: new Map(forms),
  };
  last = { id, snapshot };
  return snapshot;
}
