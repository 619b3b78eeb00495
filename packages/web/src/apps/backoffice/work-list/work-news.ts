// Which records have begun to wait since the queues were last read.

export type QueueKeys = {
  readonly name: string;
  /** The keys of the records that were read, such as 'withdrawals/WAB12'. */
  readonly keys: readonly string[];
  /** Whether more records wait than were read. */
  readonly isCut: boolean;
};

/**
 * Returns the keys that were in their queue at the second reading only. Before the first reading
 * nothing is news. Of a queue of which only the oldest records are read, a record that appears can
 * be one that waited behind them, so it is none either.
 */
export function findNews(
  before: readonly QueueKeys[] | undefined,
  now: readonly QueueKeys[],
): ReadonlySet<string> {
  const known = new Map(before?.map((queue) => [queue.name, queue]));
  return new Set(
    now.flatMap(({ name, keys, isCut }) => {
      const earlier = known.get(name);
      if (earlier === undefined || earlier.isCut || isCut) return [];
      return keys.filter((key) => !earlier.keys.includes(key));
    }),
  );
}
