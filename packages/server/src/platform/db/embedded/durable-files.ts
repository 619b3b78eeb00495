// The embedded database's files on the host's disk. As shipped it calls no fsync at all; here
// every fsync of the database is one of the host, counted, and a failed one is never forgiven.
import { fsyncSync } from 'node:fs';

import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { PGlite } from '@electric-sql/pglite';

type EmscriptenOptions = Parameters<NodeFS['init']>[1];
type OpenStream = { readonly nfd?: number };
/** The part of the (unsupported) internals that is replaced: why the exact version is pinned. */
type FileOperations = { fsync?: (stream: OpenStream) => number };

const EIO = 29;

export class DurableFiles extends NodeFS {
  readonly #syncCount: Int32Array;
  #failure: string | undefined;

  /** `syncCount` is shared memory: its first cell grows with each fsync of the host. */
  constructor(directory: string, syncCount: Int32Array) {
    super(directory);
    this.#syncCount = syncCount;
  }

  /** After this is set nothing that the database says may be believed: it must be restarted. */
  get failure(): string | undefined {
    return this.#failure;
  }

  override async init(
    pg: PGlite,
    options: EmscriptenOptions,
  ): Promise<{ emscriptenOpts: EmscriptenOptions }> {
    const { emscriptenOpts } = await super.init(pg, options);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        onAbort: (reason: unknown) => {
          this.#failure ??= `the database aborted: ${String(reason)}`;
        },
        preRun: [
          ...(emscriptenOpts.preRun ?? []),
          (module) => {
            // The package types it by a library that it does not bring along.
            const { stream_ops: operations } = module.NODEFS as { stream_ops: FileOperations };
            this.#makeDurable(operations);
          },
        ],
      },
    };
  }

  #makeDurable(operations: FileOperations): void {
    operations.fsync = (stream) => {
      if (stream.nfd === undefined) return 0;
      try {
        fsyncSync(stream.nfd);
      } catch (error) {
        this.#failure ??= `fsync failed: ${String(error)}`;
        return EIO;
      }
      Atomics.add(this.#syncCount, 0, 1);
      return 0;
    };
  }
}
