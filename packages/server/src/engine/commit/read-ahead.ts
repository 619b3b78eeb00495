import type { EngineTime } from '../engine-time.ts';

/**
 * Reads pages in the order of ids; the database reads the next page while the current one is
 * processed. `lastIdOf` returns the id after which the next page starts, or undefined after the
 * last page.
 */
export async function* readAhead<Page>(
  time: Pick<EngineTime, 'breathe'>,
  read: (afterId: number) => Promise<Page>,
  lastIdOf: (page: Page) => number | undefined,
): AsyncGenerator<Page, void> {
  for (let page: Page | undefined = await read(0); page !== undefined;) {
    const lastId = lastIdOf(page);
    const next = lastId === undefined ? undefined : read(lastId);
    // Errors are reported when the page is awaited, not while the previous one is processed.
    next?.catch(() => undefined);
    // The driver sends the query in a turn of the event loop, which must run before the page is
    // processed.
    await time.breathe();
    yield page;
    page = await next;
  }
}
