import type { EngineTime } from '../engine-time.ts';

/**
 * Pages in the order of ids: the database reads the next one while one is taken in.
 * `lastIdOf` gives after which id the next page begins; undefined: this is the last one.
 */
export async function* readAhead<Page>(
  time: Pick<EngineTime, 'breathe'>,
  read: (afterId: number) => Promise<Page>,
  lastIdOf: (page: Page) => number | undefined,
): AsyncGenerator<Page, void> {
  for (let page: Page | undefined = await read(0); page !== undefined;) {
    const lastId = lastIdOf(page);
    const next = lastId === undefined ? undefined : read(lastId);
    // Its failure is told where it is waited for, not while the page before is still taken in.
    next?.catch(() => undefined);
    // The driver sends the question in its own turn, which must not wait for the page's.
    await time.breathe();
    yield page;
    page = await next;
  }
}
