const PAGE = 500;
const FILE_ID = /^[0-9a-f-]{36}$/;

type NamedFiles = {
  listNamesBefore(beforeMs: number): Promise<readonly string[]>;
  removeName(name: string): Promise<void>;
};

type Cleanup = {
  /** The age limit: younger files stay, because their rows may not be written yet. */
  readonly beforeMs: number;
  /** Returns the ids that have a row. */
  readonly listKnown: (ids: readonly string[]) => Promise<readonly string[]>;
  readonly signal: AbortSignal;
};

/** Removes files without a row, which a crash leaves, including unfinished ones. */
export async function removeUnknown(
  vault: NamedFiles,
  { beforeMs, listKnown, signal }: Cleanup,
): Promise<void> {
  const names = await vault.listNamesBefore(beforeMs);
  for (let from = 0; from < names.length; from += PAGE) {
    signal.throwIfAborted();
    const page = names.slice(from, from + PAGE);
    const known = new Set(await listKnown(page.filter((name) => FILE_ID.test(name))));
    for (const name of page) {
      if (!known.has(name)) await vault.removeName(name);
    }
  }
}
