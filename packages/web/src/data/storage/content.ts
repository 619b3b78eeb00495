// Site content for components: shown from the cache while it is reloaded.
import type { ContentPage } from '@halyard/contract/content';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useConfig, useConfigQuery } from '../http/config.ts';
import { readCached, writeCached } from './content-cache.ts';
import {
  fetchPage,
  fetchSingleton,
  sendForm,
  type ContentEnvironment,
  type FormAnswer,
  type Found,
  type Singletons,
} from './content-client.ts';
import { browserStore } from './text-store.ts';

const FAILURE_RETRIES = 1;
const FRESH_FOR_MS = 30_000;

export type { FormAnswer };

/** Content with its loading state: null if it does not exist, undefined while loading. */
export type Content<Value> = {
  readonly value: Value | null | undefined;
  /** Whether loading failed and nothing is cached. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
};

/** The page with a slug, in the page's language. */
export function usePage(slug: string): Content<ContentPage> {
  return useContent(`page:${slug}`, (environment) => fetchPage(environment, slug));
}

export function useSingleton<Name extends keyof Singletons>(name: Name): Content<Singletons[Name]> {
  return useContent(`singleton:${name}`, (environment) => fetchSingleton(environment, name));
}

/** Returns a function that submits a form of the site. */
export function useFormSender(): (
  name: string,
  form: Readonly<Record<string, string>>,
) => Promise<FormAnswer> {
  const token = useConfig()?.content_token;
  return async (name, form) => {
    if (token === undefined) return { kind: 'failure', reason: 'network' };
    return await sendForm(toEnvironment(token), name, form);
  };
}

function useContent<Value>(
  name: string,
  read: (environment: ContentEnvironment) => Promise<Found<Value>>,
): Content<Value> {
  const config = useConfigQuery();
  const token = config.data?.content_token;
  const key = `${document.documentElement.lang}:${name}`;
  const query: UseQueryResult<Value | null> = useQuery({
    queryKey: ['public', 'content', key],
    enabled: token !== undefined,
    staleTime: FRESH_FOR_MS,
    retry: FAILURE_RETRIES,
    // The cast is safe, because only this module writes the cache, after validation.
    initialData: () => readCached(browserStore, key) as Value | undefined,
    initialDataUpdatedAt: 0,
    queryFn: async ({ signal }) => {
      const found = await read({ ...toEnvironment(token ?? ''), signal });
      if (found.kind === 'failure') throw new Error(found.reason);
      const value = found.kind === 'found' ? found.value : undefined;
      writeCached(browserStore, key, value);
      return value ?? null;
    },
  });
  const asked = token === undefined ? config : query;
  const hasFailed = asked.isError && query.data === undefined;
  return { value: query.data, hasFailed, retry: () => void asked.refetch() };
}

function toEnvironment(token: string): ContentEnvironment {
  const { lang: language } = document.documentElement;
  return { fetch: (input, init) => window.fetch(input, init), token, language };
}
