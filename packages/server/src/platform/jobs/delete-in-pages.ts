const PAGES_MAX = 1000;

/**
 * Deletes page by page until one is empty, so that no statement grows with the table. What remains
 * after PAGES_MAX pages or the time limit is deleted in the next run.
 */
export async function deleteInPages(
  signal: AbortSignal,
  deletePage: () => Promise<number>,
): Promise<void> {
  for (let page = 0; page < PAGES_MAX; page += 1) {
    signal.throwIfAborted();
    if ((await deletePage()) === 0) return;
  }
}
