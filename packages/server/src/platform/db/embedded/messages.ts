// What the main thread and the database's worker say to each other: PostgreSQL's own wire
// protocol as bytes, and the little that is about the worker itself.
export type ToWorker =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'bytes'; readonly chunks: readonly Uint8Array<ArrayBuffer>[] }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'closed' };

export type WorkerInput = {
  readonly directory: string;
  readonly syncCount: SharedArrayBuffer;
  /** A WebAssembly.Module. */
  readonly program: object;
};
