// Lists read page by page, newest first. All displayed pages are reloaded together, so that newer
// rows cause no duplicates or gaps.
import type { ReplyOf, Route } from '@halyard/contract/route';
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { call } from './api.ts';
import type { CallInput } from './call.ts';
import { CallError, FRESH_FOR_MS, routeKey, type RouteQueryOptions } from './query.ts';

// TypeScript infers the types only if the properties are in this order.
export type PagesOptions<R extends Route, Row, Id> = Pick<
  RouteQueryOptions,
  'freshForMs' | 'pollEveryMs'
> & {
  readonly pageSize: number;
  readonly rowsOf: (page: ReplyOf<R>) => readonly Row[];
  readonly idOf: (row: Row) => Id;
  /**
   * Returns the input for the page that follows the row with this id; undefined for the first page.
   */
  readonly input: (before: Id | undefined, limit: number) => CallInput<R>;
};

export type Pages<Row, Page> = {
  readonly query: {
    /** The loaded pages; undefined until the first one has loaded. */
    readonly data: { readonly rows: readonly Row[]; readonly newest: Page } | undefined;
    readonly errorUpdateCount: number;
    readonly isFetching: boolean;
    refetch(): unknown;
  };
  readonly hasOlder: boolean;
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  loadOlder(): void;
};

/** Returns the rows that the customer has requested so far, and the complete newest page. */
export function useRoutePages<const R extends Route, Row, Id extends number | string>(
  route: R,
  options: PagesOptions<R, Row, Id>,
): Pages<Row, ReplyOf<R>> {
  const { pageSize, rowsOf, idOf, input, freshForMs, pollEveryMs } = options;
  const query = useInfiniteQuery<
    ReplyOf<R>,
    CallError,
    InfiniteData<ReplyOf<R>>,
    readonly unknown[],
    Id | undefined
  >({
    queryKey: [...routeKey(route, input(undefined, pageSize)), 'pages'],
    staleTime: freshForMs ?? FRESH_FOR_MS,
    refetchInterval: pollEveryMs ?? false,
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      // The library loses the type of `getNextPageParam`'s result.
      const asked = input(pageParam as Id | undefined, pageSize);
      const result = await call(route, asked, { signal, background: true });
      if (result.kind !== 'data') throw new CallError(result);
      return result.data;
    },
    getNextPageParam: (page) => {
      const rows = rowsOf(page);
      const last = rows.at(-1);
      return rows.length < pageSize || last === undefined ? undefined : idOf(last);
    },
  });
  const pages = query.data?.pages ?? [];
  const [newest] = pages;
  return {
    query: {
      data:
        newest === undefined ? undefined : { rows: pages.flatMap((page) => rowsOf(page)), newest },
      errorUpdateCount: query.errorUpdateCount,
      isFetching: query.isFetching,
      refetch: () => query.refetch(),
    },
    hasOlder: query.hasNextPage,
    isLoading: query.isFetchingNextPage,
    isFailed: query.isFetchNextPageError,
    loadOlder: () => void query.fetchNextPage(),
  };
}
