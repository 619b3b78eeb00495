// Lists that are read page by page, newest first. What is on the screen is asked for anew together,
// so that no row is shown twice or is left out when newer ones come.
import type { ReplyOf, Route } from '@halyard/contract/route';
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { call } from './api.ts';
import type { CallInput } from './call.ts';
import { CallError, routeKey } from './query.ts';

export type PagesOptions<R extends Route, Row> = {
  readonly pageSize: number;
  /** What is asked for the page of rows before an id; the first one is before none. */
  readonly input: (before: number | undefined, limit: number) => CallInput<R>;
  readonly rowsOf: (page: ReplyOf<R>) => readonly Row[];
};

export type Pages<Row> = {
  /** Undefined until the first page is there. */
  readonly rows: readonly Row[] | undefined;
  readonly hasOlder: boolean;
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  loadOlder(): void;
};

/** The rows of a route as far as the customer has asked for them. */
export function useRoutePages<const R extends Route, Row extends { readonly id: number }>(
  route: R,
  { pageSize, input, rowsOf }: PagesOptions<R, Row>,
): Pages<Row> {
  const query = useInfiniteQuery<
    ReplyOf<R>,
    CallError,
    InfiniteData<ReplyOf<R>>,
    readonly unknown[],
    number | undefined
  >({
    queryKey: [...routeKey(route, input(undefined, pageSize)), 'pages'],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      const asked = input(pageParam, pageSize);
      const result = await call(route, asked, { signal, background: true });
      if (result.kind !== 'data') throw new CallError(result);
      return result.data;
    },
    getNextPageParam: (page) => {
      const rows = rowsOf(page);
      return rows.length < pageSize ? undefined : rows.at(-1)?.id;
    },
  });
  return {
    rows: query.data?.pages.flatMap((page) => rowsOf(page)),
    hasOlder: query.hasNextPage,
    isLoading: query.isFetchingNextPage,
    isFailed: query.isFetchNextPageError,
    loadOlder: () => void query.fetchNextPage(),
  };
}
