import type { Position } from '@halyard/contract/trading';

export type GapOptions = {
  /** The ids of the positions that are shown. */
  readonly known: ReadonlySet<number>;
  readonly pageSize: number;
  /** Returns the page of positions closed before one; undefined if it could not be loaded. */
  readonly loadBefore: (id: number) => Promise<readonly Position[] | undefined>;
};

export type FilledGap = {
  readonly found: readonly Position[];
  /** Whether nothing is missing any longer; after an outage some may be. */
  readonly isWhole: boolean;
};

/** Loads the positions closed before one, page by page, up to those that are known. */
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
