// Which machines can't reach each other, fault after fault: every pair, both ways and one-sided.
import type { Chance } from '../simulation/chance.ts';
import type { Network } from './namespaces.ts';

/** So many partitions outlast every lease and every wait for an answer. */
const LONG_SHARE = 0.1;
const LONG_MS = 6_000;
const CUT_MS = [300, 2_000] as const;

export type Partition = {
  readonly what: string;
  /** From which machine to which nothing arrives. */
  readonly ways: readonly (readonly [from: string, to: string])[];
  readonly durationMs: number;
};

/** Returns a function that names the next partition; all of them come before one comes again. */
export function planPartitions(names: readonly string[], chance: Chance): () => Partition {
  const left: Omit<Partition, 'durationMs'>[] = [];
  return () => {
    if (left.length === 0) left.push(...chance.shuffle(listPartitions(names)));
    const next = left.pop();
    if (next === undefined) throw new Error('There are at least two machines.');
    const durationMs = chance.happens(LONG_SHARE) ? LONG_MS : chance.between(...CUT_MS);
    return { ...next, durationMs };
  };
}

function listPartitions(names: readonly string[]): readonly Omit<Partition, 'durationMs'>[] {
  const pairs = names.flatMap((one, index) =>
    names.slice(index + 1).map((other) => [one, other] as const),
  );
  return pairs.flatMap(([one, other]) => [
    {
      what: `${one} and ${other} are apart`,
      ways: [
        [one, other],
        [other, one],
      ] as const,
    },
    { what: `${one} can't send to ${other}`, ways: [[one, other]] as const },
    { what: `${other} can't send to ${one}`, ways: [[other, one]] as const },
  ]);
}

export function cut(network: Network, { ways }: Partition): void {
  for (const [from, to] of ways) network.cut(from, to);
}

export function mend(network: Network, { ways }: Partition): void {
  for (const [from, to] of ways) network.mend(from, to);
}
