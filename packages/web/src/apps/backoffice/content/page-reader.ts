// Numbered pages over keyset lists: the start of each page is stored as the pages are read.
type Row = { readonly id: string | number; readonly [name: string]: unknown };
export type ListPage = { readonly rows: readonly Row[]; readonly next: string | null };
type Query = Readonly<Record<string, string>>;
type ReadList = (resource: string, query: Query) => Promise<ListPage>;

export type PageRequest = {
  readonly resource: string;
  readonly selection: Query;
  /** The number of the page, from 1. */
  readonly page: number;
  readonly perPage: number;
};

/** The number of lists whose page starts are stored; the oldest is removed first. */
const LISTS_MAX = 50;
const EMPTY: ListPage = { rows: [], next: null };

export function createPageReader(readList: ReadList) {
  const lists = new Map<string, string[]>();
  return {
    /** A page with an unknown start is reached through the pages before it. */
    async read({ resource, selection, page, perPage }: PageRequest): Promise<ListPage> {
      const key = JSON.stringify([resource, selection, perPage]);
      const beginnings = page === 1 ? [] : (lists.get(key) ?? []);
      remember(lists, key, beginnings);
      const query = { ...selection, limit: String(perPage) };
      for (let at = Math.min(page, beginnings.length + 1); ; at += 1) {
        const after = beginnings[at - 2];
        const read = await readList(resource, after === undefined ? query : { ...query, after });
        if (read.next !== null) beginnings[at - 1] = read.next;
        if (at === page) return read;
        if (read.next === null) return EMPTY;
      }
    },
  };
}

function remember(lists: Map<string, string[]>, key: string, beginnings: string[]): void {
  lists.delete(key);
  lists.set(key, beginnings);
  const [oldest] = lists.keys();
  if (lists.size > LISTS_MAX && oldest !== undefined) lists.delete(oldest);
}
