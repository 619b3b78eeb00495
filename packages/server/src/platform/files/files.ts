// DATA_DIR: where everything lies that is not in the database. Folders are mode 700, files 600.

export type Files = {
  readonly root: string;
  /** Absolute path below DATA_DIR; refuses to leave it. */
  path(...segments: readonly string[]): string;
  /** Random bytes, made once under this name and kept; the same for ever after. */
  secret(name: string, lengthBytes: number): Promise<Buffer>;
  /** Replaces the file whole or not at all; mode 600. */
  writePrivate(path: string, content: string | Uint8Array): Promise<void>;
};

/** Creates DATA_DIR and its folders where missing. */
export declare function openFiles(dataDir: string): Promise<Files>;
