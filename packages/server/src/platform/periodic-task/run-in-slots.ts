import { setTimeout } from 'node:timers/promises';

export type Slots<Item> = {
  /** Returns the items that can run beside those in progress. */
  readonly list: (underWay: readonly Item[]) => Promise<readonly Item[]>;
  readonly run: (item: Item) => Promise<void>;
  /** How often the list is read again while nothing ends. */
  readonly intervalMs: number;
  readonly signal: AbortSignal;
};

/**
 * Runs items until none is due. Each has its own slot, so a slow one delays only items that must
 * follow it. Throws the error of the first one that failed, after those in progress have ended.
 */
export async function runInSlots<Item>(slots: Slots<Item>): Promise<void> {
  const { list, run, intervalMs, signal } = slots;
  const underWay = new Map<Item, Promise<void>>();
  const failures: unknown[] = [];
  const begin = (item: Item): void => {
    const ended = run(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(item));
    underWay.set(item, ended);
  };
  try {
    do {
      for (const item of await list([...underWay.keys()])) begin(item);
      const soon = setTimeout(intervalMs, undefined, { ref: false });
      if (underWay.size > 0) await Promise.race([...underWay.values(), soon]);
    } while (underWay.size > 0 && failures.length === 0 && !signal.aborted);
  } finally {
    await Promise.all(underWay.values());
  }
  if (failures.length > 0) throw failures[0];
}
