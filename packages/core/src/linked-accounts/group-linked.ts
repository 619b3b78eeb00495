import type { AccountId } from '#position/position.ts';

/**
 * Returns the groups of accounts that are linked directly or through others: each sorted by id, the
 * group with the lowest id first.
 */
export function groupLinked(
  links: Iterable<readonly [AccountId, AccountId]>,
): readonly (readonly AccountId[])[] {
  const groups = new Map<AccountId, Set<AccountId>>();
  for (const [first, second] of links) {
    const one = groups.get(first) ?? new Set([first]);
    const other = groups.get(second) ?? new Set([second]);
    const joined = new Set([...one, ...other]);
    for (const id of joined) groups.set(id, joined);
  }
  return [...new Set(groups.values())]
    .map((group) => [...group].toSorted((one, other) => one - other))
    .toSorted(([one = 0], [other = 0]) => one - other);
}
