// Chance from a seed: the same seed gives the same draws.

export type Chance = {
  /** From 0 up to 1. */
  share(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  happens(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  /** The same values in another order. */
  shuffle<Value>(values: readonly Value[]): readonly Value[];
};

export function createChance(seed: number): Chance {
  const share = createMulberry(seed);
  return {
    share,
    between: (least, most) => least + Math.floor(share() * (most - least + 1)),
    happens: (probability) => share() < probability,
    pick: (values) => {
      const value = values[Math.floor(share() * values.length)];
      if (value === undefined) throw new Error('There is nothing to pick from.');
      return value;
    },
    shuffle: (values) =>
      values
        .map((value) => ({ value, place: share() }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ value }) => value),
  };
}

function createMulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
