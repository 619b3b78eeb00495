// HTTP reads, cached by route and input.
import type { ReplyOf, Route } from '@halyard/contract/route';
import { SECOND_MS } from '@halyard/core/time';
import { QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from './api.ts';
import type { CallFailure, CallInput, CallRejection, CallResult } from './call.ts';
import { session } from '../auth/session.ts';
import { callAtStart } from './start.ts';

const FAILURE_RETRIES = 2;
export const FRESH_FOR_MS = 30 * SECOND_MS;

/** Thrown by a query, because the query library represents failures as exceptions. */
export class CallError extends Error {
  readonly result: CallRejection | CallFailure;

  constructor(result: CallRejection | CallFailure) {
    super(result.kind === 'refusal' ? result.code : result.reason);
    this.name = 'CallError';
    this.result = result;
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // `navigator.onLine` is unreliable in both directions, so it is not used.
      networkMode: 'always',
      staleTime: FRESH_FOR_MS,
      retry: (failures, error) =>
        error instanceof CallError && error.result.kind === 'failure' && failures < FAILURE_RETRIES,
    },
  },
});

// Clears the cache, so that no customer sees another's data.
session.subscribe(() => {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'public' });
});

export type RouteQueryOptions = {
  readonly enabled?: boolean;
  readonly freshForMs?: number;
  /** Polls at this interval while the page is visible, without counting as activity. */
  readonly pollEveryMs?: number;
};

/** The cache key of a route with its input. */
export function routeKey<R extends Route>(route: R, input: CallInput<R>): readonly unknown[] {
  return [route.access, route.path, input];
}

/** Reads a route and caches its reply. */
export function useRouteQuery<const R extends Route>(
  route: R,
  input: CallInput<R>,
  options: RouteQueryOptions = {},
): UseQueryResult<ReplyOf<R>, CallError> {
  return useQuery<ReplyOf<R>, CallError>({
    queryKey: routeKey(route, input),
    enabled: options.enabled ?? true,
    staleTime: options.freshForMs ?? FRESH_FOR_MS,
    refetchInterval: options.pollEveryMs ?? false,
    queryFn: async ({ signal }) => {
      const background = options.pollEveryMs !== undefined;
      return orThrow(await call(route, input, { signal, background }));
    },
  });
}

/** Reloads everything read from a route; resolves when the displayed data has arrived. */
export async function reload(route: Route): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [route.access, route.path] });
}

/** Starts to read a route before a component needs it. */
export async function preload<const R extends Route>(route: R, input: CallInput<R>): Promise<void> {
  await queryClient.prefetchQuery({
    queryKey: routeKey(route, input),
    queryFn: async ({ signal }) => orThrow(await call(route, input, { signal })),
  });
}

function orThrow<Data>(result: CallResult<Data>): Data {
  if (result.kind === 'data') return result.data;
  throw new CallError(result);
}

const browserClock = {
  now: () => Date.now(),
  wait: (durationMs: number) => new Promise<void>((resolve) => setTimeout(resolve, durationMs)),
};

/**
 * Reads a route that a signed-in page requires: if its first load fails permanently, the customer
 * is signed out. Later failures keep the loaded data.
 */
export function useStartQuery<const R extends Route>(
  route: R,
  input: CallInput<R>,
): UseQueryResult<ReplyOf<R>, CallError> {
  const queryKey = routeKey(route, input);
  const query = useQuery<ReplyOf<R>, CallError>({
    queryKey,
    retry: false,
    queryFn: async ({ signal, client }) => {
      const loaded = client.getQueryData(queryKey) !== undefined;
      if (loaded) return orThrow(await call(route, input, { signal, background: true }));
      const attempt = (timeoutMs: number) => call(route, input, { signal, timeoutMs });
      return orThrow(await callAtStart(attempt, browserClock));
    },
  });
  const { error, data } = query;
  useEffect(() => {
    if (error === null || data !== undefined) return;
    session.end(error.result.kind === 'refusal' ? 'ended' : 'unreachable');
  }, [error, data]);
  return query;
}
