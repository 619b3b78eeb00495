export type FileStore = {
  /** Writes a file completely or not at all, durably. A file of the same name is replaced. */
  write(folder: string, name: string, content: Uint8Array): Promise<void>;
  /** Throws if the file does not exist. */
  read(folder: string, name: string): Promise<Buffer>;
  has(folder: string, name: string): Promise<boolean>;
  /** Removes a file; does nothing if there is none. */
  remove(folder: string, name: string): Promise<void>;
  /** Lets `listNamesBefore` list an existing file only after this time. */
  setAsideUntil(folder: string, name: string, untilMs: number): Promise<void>;
  /** Returns names in the folder, including unfinished files, that have not been modified since. */
  listNamesBefore(folder: string, beforeMs: number): Promise<readonly string[]>;
};
