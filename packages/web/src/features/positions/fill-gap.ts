import type { Position } from '@halyard/contract/trading';

export type GapOptions = {
  /** The ids of the positions that the list already has. */
  readonly known: ReadonlySet<number>;
  readonly pageSize: number;
  /** Returns the page of positions that closed before this one; undefined if loading failed. */
  readonly loadBefore: (id: number) => Promise<readonly Position[] | undefined>;
};

export type FilledGap = {
  readonly found: readonly Position[];
  /** Whether the gap is closed; false if loading failed. */
  readonly isWhole: boolean;
};

/** Loads the positions that closed before `gapAt`, page by page, until it reaches known ones. */
export async function fillGap(
  gapAt: number,
  { known, pageSize, loadBefore }: GapOptions,
): Promise<FilledGap> {
  const found: Position[] = [];
  for (let before = gapAt; ;) {
    const page = await loadBefore(before);
    if (page === undefined) return { found, isWhole: false };
    found.push(...page);
    const oldest = page.at(-1);
    const isAtEnd = oldest === undefined || page.length < pageSize;
    if (isAtEnd || page.some(({ id }) => known.has(id))) return { found, isWhole: true };
    before = oldest.id;
  }
}
